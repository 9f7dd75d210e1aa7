/** Numbers that are the same on every machine (mulberry32, Tommy Ettinger 2017, public domain). */
export interface Random {
  /** In [0, 1). */
  unit(): number;
  /** Whole, in [0, limit). */
  below(limit: number): number;
  /** In (-1, 1), as float32. */
  signed(): number;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const unit = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    unit,
    below: (limit) => Math.floor(unit() * limit),
    signed: () => Math.fround(2 * unit() - 1),
  };
}
