/** Number axes: where a value stands between two ends, and which values get a tick. */

export type ScaleKind = "linear" | "log";
export type Domain = readonly [number, number];

export interface Scale {
  kind: ScaleKind;
  domain: Domain;
  /** Share of the way from the first end to the last; NaN where a log scale has no place. */
  share(value: number): number;
  /** The value at a share. */
  value(share: number): number;
}

export function makeScale(kind: ScaleKind, domain: Domain): Scale {
  const [first, last] = kind === "log" ? [Math.log(domain[0]), Math.log(domain[1])] : domain;
  const span = last - first || 1;
  return {
    kind,
    domain,
    share: (value) => ((kind === "log" ? (value > 0 ? Math.log(value) : Number.NaN) : value) - first) / span,
    value: (share) => (kind === "log" ? Math.exp(first + share * span) : first + share * span),
  };
}

/** Round values inside the domain, at most about `count` of them. */
export function ticks({ kind, domain }: Scale, count: number): number[] {
  return kind === "log" ? logTicks(domain, count) : linearTicks(domain, count);
}

function linearTicks([first, last]: Domain, count: number): number[] {
  if (!(last > first)) return [first];
  const step = roundStep((last - first) / Math.max(1, count));
  const from = Math.ceil(first / step - 1e-9);
  const to = Math.floor(last / step + 1e-9);
  return Array.from({ length: to - from + 1 }, (_, at) => Number(((from + at) * step).toPrecision(12)));
}

/** The smallest of 1, 2, 2.5, 5 times a power of ten that is at least `least`. */
export function roundStep(least: number): number {
  const unit = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 2.5, 5, 10].find((factor) => factor * unit >= least * (1 - 1e-9)) ?? 10;
  return factor * unit;
}

/** Powers of ten; every so many of them where there are too many, with 2 and 5 between where there are few. */
function logTicks([first, last]: Domain, count: number): number[] {
  const low = Math.ceil(Math.log10(first) - 1e-9);
  const high = Math.floor(Math.log10(last) + 1e-9);
  const decades = high - low + 1;
  if (decades < 2) return few([first, last], count);
  const every = Math.max(1, Math.ceil(decades / count));
  const powers: number[] = [];
  for (let power = Math.ceil(low / every) * every; power <= high; power += every) powers.push(tenTo(power));
  if (decades * 3 > count) return powers;
  return tenths(low - 1, high, [1, 2, 5]).filter((value) => value >= first * (1 - 1e-9) && value <= last * (1 + 1e-9));
}

function few(domain: Domain, count: number): number[] {
  const [first, last] = domain;
  const found = tenths(Math.floor(Math.log10(first)), Math.floor(Math.log10(last)), [1, 2, 5]).filter(
    (value) => value >= first * (1 - 1e-9) && value <= last * (1 + 1e-9),
  );
  return found.length >= 2 ? found : linearTicks(domain, count);
}

const tenths = (low: number, high: number, digits: readonly number[]): number[] =>
  Array.from({ length: high - low + 1 }, (_, at) => digits.map((digit) => digit * tenTo(low + at))).flat();

/** 10 ** -3 is not 0.001 in floating point everywhere; its decimal text is. */
const tenTo = (power: number): number => Number(`1e${power}`);

/** The ends of the finite values (positive ones for a log scale), with room; `fallback` where there are none. */
export function domainOf(kind: ScaleKind, lists: readonly ArrayLike<number>[], fallback: Domain): Domain {
  let low = Infinity;
  let high = -Infinity;
  for (const list of lists) {
    for (let at = 0; at < list.length; ++at) {
      const value = list[at] as number;
      if (!Number.isFinite(value) || (kind === "log" && value <= 0)) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  if (low > high) return fallback;
  if (kind === "log") return low === high ? [low / 2, high * 2] : [low / 1.15, high * 1.15];
  const room = low === high ? Math.max(Math.abs(low) * 0.1, 0.5) : (high - low) * 0.06;
  return [low - room, high + room];
}
