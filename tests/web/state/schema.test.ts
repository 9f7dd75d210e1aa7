/** The address of a lab: every state comes back, and what is not understood is said. */
import { describe, expect, test } from "vitest";
import { choices } from "../../../web/src/state/choices.ts";
import {
  choice,
  flag,
  MOST_LINK,
  number,
  numbers,
  readLink,
  type StateOf,
  startOf,
  text,
  whole,
  writeLink,
} from "../../../web/src/state/schema.ts";

const SCHEMA = {
  theta: number(10000, [2, 1e9]),
  width: whole(64, [2, 256]),
  pairing: choice("half_split", ["half_split", "interleaved"]),
  mask: flag(false),
  words: text("dog bites man", 20),
  slopes: numbers([0.5], [-4, 4], [1, 3]),
  methods: choices(["rope"], ["none", "rope", "alibi"], [1, 2]),
  extensions: choices([], ["linear", "yarn"], [0, 2]),
};
type State = StateOf<typeof SCHEMA>;

const start: State = startOf(SCHEMA);

/** Numbers in [0, 1) that are the same in every run. */
function randomFrom(seed: number) {
  let value = seed;
  return () => {
    value = (value * 1103515245 + 12345) % 2147483648;
    return value / 2147483648;
  };
}

const SIGNS = [
  "a",
  "&",
  "=",
  "#",
  "%",
  "+",
  " ",
  "<b>",
  "狗",
  "e\u0301",
  "👩‍👩‍👧",
  "\u202e",
  '"',
  "'",
  "b.",
  "__proto__",
];

function stateFrom(random: () => number): State {
  const among = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const words = Array.from({ length: Math.floor(random() * 4) }, () => among(SIGNS)).join("");
  return {
    theta: random() < 0.3 ? 10000 : 2 + random() * 1e6,
    width: 2 + Math.floor(random() * 255),
    pairing: among(["half_split", "interleaved"]),
    mask: random() < 0.5,
    words: [...words].slice(0, 20).join(""),
    methods: random() < 0.5 ? ["alibi"] : ["none", "alibi"],
    extensions: random() < 0.5 ? [] : ["yarn"],
    slopes: Array.from({ length: 1 + Math.floor(random() * 3) }, () => random() * 8 - 4),
  };
}

describe("round trip", () => {
  test("every state and every pair of states comes back from its address", () => {
    const random = randomFrom(1);
    for (let round = 0; round < 2000; ++round) {
      const state = stateFrom(random);
      const other = random() < 0.5 ? stateFrom(random) : null;
      expect(readLink(SCHEMA, writeLink(SCHEMA, state, other))).toEqual({ state, other, faults: [] });
    }
  });

  test("the start has no address, and defaults stay out of it", () => {
    expect(writeLink(SCHEMA, start, null)).toBe("");
    expect(readLink(SCHEMA, "")).toEqual({ state: start, other: null, faults: [] });
    expect(writeLink(SCHEMA, { ...start, theta: 5e5 }, null)).toBe("#theta=500000");
  });

  test("a start that is kept is kept", () => {
    const hash = writeLink(SCHEMA, { ...start, mask: true }, start);
    expect(hash).toBe("#mask=on&b=");
    expect(readLink(SCHEMA, hash)).toEqual({ state: { ...start, mask: true }, other: start, faults: [] });
  });
});

describe("faults", () => {
  const faultsOf = (hash: string) => readLink(SCHEMA, hash).faults.map(({ code, key }) => `${code} ${key}`);

  test.each([
    ["#theta=1", "clamped theta", { theta: 2 }],
    ["#theta=1e99", "clamped theta", { theta: 1e9 }],
    ["#theta=", "value theta", {}],
    ["#theta=NaN", "value theta", {}],
    ["#theta=Infinity", "value theta", {}],
    ["#width=2.4", "clamped width", { width: 2 }],
    ["#pairing=rotate_half", "value pairing", {}],
    ["#mask=true", "value mask", {}],
    ["#slopes=1,2,3,4", "clamped slopes", { slopes: [1, 2, 3] }],
    ["#slopes=1,x", "value slopes", {}],
    ["#slopes=9", "clamped slopes", { slopes: [4] }],
    ["#methods=alibi,rotary,none", "clamped methods", { methods: ["none", "alibi"] }],
    ["#methods=alibi,rope,none", "clamped methods", { methods: ["none", "rope"] }],
    ["#methods=alibi,alibi", "clamped methods", { methods: ["alibi"] }],
    ["#methods=", "value methods", {}],
    ["#methods=rotary", "value methods", {}],
    ["#extensions=ntk", "value extensions", {}],
    [`#words=${"x".repeat(21)}`, "clamped words", { words: "x".repeat(20) }],
    ["#colour=red", "unknown colour", {}],
    ["#__proto__=1", "unknown __proto__", {}],
    ["#constructor=1", "unknown constructor", {}],
  ] as const)("%s is said", (hash, fault, change) => {
    expect(faultsOf(hash)).toEqual([fault]);
    expect(readLink(SCHEMA, hash).state).toEqual({ ...start, ...change });
  });

  test("what is said of the other state does not touch the first", () => {
    const { state, other, faults } = readLink(SCHEMA, "#b.theta=1&b.colour=red");
    expect([state, other, faults.map(({ code }) => code)]).toEqual([
      start,
      { ...start, theta: 2 },
      ["clamped", "unknown"],
    ]);
  });

  test("an endless address is not read, and given text is cut where it is shown", () => {
    expect(readLink(SCHEMA, `#words=${"x".repeat(MOST_LINK)}`).faults.map(({ code }) => code)).toEqual(["long"]);
    const [fault] = readLink(SCHEMA, `#${"k".repeat(500)}=${"v".repeat(500)}`).faults;
    expect([fault?.key.length, fault?.given.length]).toEqual([61, 61]);
  });

  test("control characters of a text become spaces", () => {
    expect(readLink(SCHEMA, "#words=a%00b%0Ac").state.words).toBe("a b c");
  });
});
