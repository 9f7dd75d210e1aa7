import type { Tensor } from "../../web/src/engine/problem.ts";
import type { Random } from "./random.ts";

/** Uniform in (-size, size). */
export function makeTensor(shape: readonly number[], random: Random, size = 2): Tensor {
  const count = shape.reduce((product, axis) => product * axis, 1);
  return { shape, data: Float32Array.from({ length: count }, () => size * random.signed()) };
}
