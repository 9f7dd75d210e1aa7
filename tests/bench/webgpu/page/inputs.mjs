// query, key and value [heads, tokens, headDim], evenly spread over [-2, 2), the same in every run.
const SEED = 1;

// Steele, Lea, Flood 2014 (SplitMix) for 32 bits.
function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let bits = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
    return ((bits ^ (bits >>> 15)) >>> 0) / 2 ** 32;
  };
}

export function makeInputs({ heads, tokens, headDim }) {
  const next = generator(SEED);
  const numbers = () => Float32Array.from({ length: heads * tokens * headDim }, () => 4 * next() - 2);
  return { query: numbers(), key: numbers(), value: numbers() };
}
