// One size and mask: all engines agree, are warm, and take turns.
import { WARM_UP_MS } from "../rounds.mjs";
import { least } from "../statistics.mjs";
import { TOLERANCE } from "./agreement.mjs";

const LEAST_ROUNDS = 2;
// A peer that would take longer for a call, by the square of the tokens, is left out.
const SLOWEST_SECONDS = 15;
const CORE = "posenc WASM";
const OURS = ["posenc", CORE];

// [{ name, seconds }], from the group before with the same mask.
export function tooSlow(group, groups) {
  const smaller = groups.findLast(({ mask }) => mask === group.mask);
  return Object.entries(smaller?.times ?? {})
    .filter(([name]) => !OURS.includes(name))
    .map(([name, { whole }]) => ({ name, seconds: least(whole) * (group.tokens / smaller.tokens) ** 2 }))
    .filter(({ seconds }) => seconds > SLOWEST_SECONDS);
}

// The call whose output is compared is the first of the warm-up.
async function agreeWarm(call, { id }, name) {
  const { difference, seconds } = await call("difference", name);
  if (!(difference <= TOLERANCE))
    throw new Error(`${id}: ${name} differs by ${difference} from ${CORE}, more than ${TOLERANCE}`);
  for (let left = WARM_UP_MS / 1000 - seconds; left > 0; ) left -= (await call("sample", name)).whole;
  return difference;
}

async function takeTurns(call, { rounds, seconds }, names) {
  const times = Object.fromEntries(names.map((name) => [name, {}]));
  const end = performance.now() + seconds * 1000;
  for (let round = 0; round < rounds && (round < LEAST_ROUNDS || performance.now() < end); ++round)
    for (const name of names)
      for (const [part, time] of Object.entries(await call("sample", name))) {
        times[name][part] ??= [];
        times[name][part].push(time);
      }
  return times;
}

export async function measureGroup(call, group, without) {
  const names = await call("prepare", { group, without });
  const differences = {};
  // Each compares with the core, which that warms up.
  for (const name of names.filter((name) => name !== CORE)) differences[name] = await agreeWarm(call, group, name);
  const times = await takeTurns(call, group, names);
  await call("free");
  return { ...group, differences, times };
}
