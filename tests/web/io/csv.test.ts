import { expect, test } from "vitest";
import { toCsv } from "../../../web/src/io/csv.ts";

const print = (value: number) => value.toString();

test("one line per number, its indices first", () => {
  const tensor = { shape: [2, 1, 2], data: new Float64Array([0.5, -1, 2, 3]) };
  expect(toCsv(tensor, [{ name: "head" }, { name: "query" }, { name: "key" }], print)).toBe(
    "head,query,key,value\n0,0,0,0.5\n0,0,1,-1\n1,0,0,2\n1,0,1,3\n",
  );
});

test("labels stand for indices", () => {
  const tensor = { shape: [2, 2], data: new Float32Array([1, 2, 3, 4]) };
  expect(toCsv(tensor, [{ name: "position", labels: [-1.5, 0] }, { name: "channel" }], print)).toBe(
    "position,channel,value\n-1.5,0,1\n-1.5,1,2\n0,0,3\n0,1,4\n",
  );
});

test("nothing is a header; an axis without a name is refused", () => {
  expect(toCsv({ shape: [0], data: new Float32Array(0) }, [{ name: "a" }], print)).toBe("a,value\n");
  expect(() => toCsv({ shape: [1, 1], data: new Float32Array(1) }, [{ name: "a" }], print)).toThrow(/1 names for 2/);
});
