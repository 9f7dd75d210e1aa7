/** Scales, ticks and the geometry of line charts. */
import { describe, expect, test } from "vitest";
import {
  bandPath,
  type LineFigure,
  linePath,
  nearestPoint,
  readout,
  stepPoint,
} from "../../../web/src/charts/line-figure.ts";
import { domainOf, makeScale, roundStep, ticks } from "../../../web/src/charts/scale.ts";

describe("scales", () => {
  test("linear: ends, middle, and back", () => {
    const scale = makeScale("linear", [-2, 6]);
    expect([-2, 2, 6].map(scale.share)).toEqual([0, 0.5, 1]);
    expect(scale.value(0.25)).toBe(0);
  });

  test("log: decades are even; zero and below have no place", () => {
    const scale = makeScale("log", [1, 10000]);
    expect(scale.share(100)).toBeCloseTo(0.5, 12);
    expect(scale.value(0.75)).toBeCloseTo(1000, 9);
    expect([0, -1].map(scale.share)).toEqual([Number.NaN, Number.NaN]);
  });

  test("a domain of one value divides by nothing", () =>
    expect(Number.isFinite(makeScale("linear", [3, 3]).share(3))).toBe(true));

  test("domainOf leaves out what cannot be drawn, and leaves room", () => {
    const [low, high] = domainOf("log", [[0, -1, Infinity, Number.NaN, 2, 8]], [1, 10]);
    expect(low).toBeLessThan(2);
    expect(low).toBeGreaterThan(1);
    expect(high).toBeGreaterThan(8);
    expect(domainOf("log", [[0]], [1, 10])).toEqual([1, 10]);
    expect(domainOf("linear", [[5, 5]], [0, 1])).toEqual([4.5, 5.5]);
    expect(domainOf("log", [[4]], [1, 10])).toEqual([2, 8]);
  });
});

describe("ticks", () => {
  test("linear: round steps inside the domain", () => {
    expect(ticks(makeScale("linear", [0, 63]), 7)).toEqual([0, 10, 20, 30, 40, 50, 60]);
    expect(ticks(makeScale("linear", [-0.04, 1.18]), 3)).toEqual([0, 0.5, 1]);
    expect(ticks(makeScale("linear", [2, 2]), 5)).toEqual([2]);
  });
  test.each([
    [0.3, 0.5],
    [1, 1],
    [2.1, 2.5],
    [6, 10],
    [0.011, 0.02],
  ])("roundStep(%d) is %d", (least, step) => expect(roundStep(least)).toBeCloseTo(step, 12));

  test("log: powers of ten, some of them, or digits between", () => {
    expect(ticks(makeScale("log", [1, 131072]), 10)).toEqual([1, 10, 100, 1000, 10000, 100000]);
    expect(ticks(makeScale("log", [1e-12, 1]), 5)).toEqual([1e-12, 1e-9, 1e-6, 1e-3, 1]);
    expect(ticks(makeScale("log", [0.9, 60]), 12)).toEqual([1, 2, 5, 10, 20, 50]);
    expect(ticks(makeScale("log", [1024, 4096]), 5)).toEqual([2000, 3000, 4000]);
  });

  test("log: a domain inside a decade still has ticks", () =>
    expect(ticks(makeScale("log", [0.98, 1.02]), 4).length).toBeGreaterThan(1));
});

const scales = [makeScale("log", [1, 100]), makeScale("linear", [0, 1])] as const;
const box = { left: 10, top: 5, width: 100, height: 50 };

test("a line has gaps where values have no place", () => {
  expect(linePath([1, 10, 100], [0, 0.5, 1], scales, box)).toBe("M10 55L60 30L110 5");
  expect(linePath([0, 1, 10, 100], [1, 1, Infinity, 0], scales, box)).toBe("M10 5M110 55");
});

test("a band is closed around its line", () => {
  const line = { name: "", tone: "main", values: [0.5, 0.5], band: [0.1, 0.2] } as const;
  expect(bandPath([1, 100], line, scales, box)).toBe("M10 25L110 20L110 40L10 35Z");
});

test("nearest point by the axis, not by the value", () => {
  expect(nearestPoint([1, 10, 100], scales[0], 0.4)).toBe(1);
  expect(nearestPoint([0, 1, 10], scales[0], -1)).toBe(1);
});

test("keys step from point to point and stay inside", () => {
  const keys = ["ArrowLeft", "ArrowRight", "PageUp", "PageDown", "Home", "End", "x"];
  expect(keys.map((key) => stepPoint(key, 0, 64))).toEqual([0, 1, 6, 0, 0, 63, null]);
  expect(stepPoint("ArrowRight", -1, 64)).toBe(0);
  expect(stepPoint("ArrowRight", 63, 64)).toBe(63);
});

test("the readout names the point, its values and more", () => {
  const axis = { label: "pair", kind: "linear", domain: [0, 1], tick: String, print: String } as const;
  const figure: LineFigure = {
    title: "",
    description: "",
    x: axis,
    y: { ...axis, label: "turns" },
    points: [0, 1],
    lines: [
      { name: "plain", tone: "before", values: [1, 2] },
      { name: "scaled", tone: "main", values: [3, 4], band: [0.5, 0.25] },
    ],
    detail: (point) => `detail ${point}`,
  };
  expect(readout(figure, 1)).toBe("pair 1: plain 2, scaled 4 ± 0.25, detail 1");
  expect(readout(figure, 0, "：", "，")).toBe("pair 0：plain 1，scaled 3 ± 0.5，detail 0");
});
