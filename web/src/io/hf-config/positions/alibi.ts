import type { Method } from "../../../engine/problem.ts";
import { amount } from "../checks.ts";
import type { Context } from "../context.ts";
import { note } from "../report.ts";
import type { Shape } from "../shape.ts";

type Alibi = Extract<Method, { kind: "alibi" }>;

export function readAlibi(context: Context, shape: Shape): Method[] {
  const { source, family, report } = context;
  const bias_max = source.root.read("alibi_bias_max", amount) || undefined;
  if (bias_max === undefined) report.fill("alibi_bias_max", 8, note("by_definition"));
  const alibi: Alibi = {
    kind: "alibi",
    ...(bias_max !== undefined && { alibi_bias_max: bias_max }),
    ...(family.causal === false && { direction: "symmetric" }),
    ...(source.modelType === "falcon" && falcon(context, shape)),
  };
  return [alibi];
}

function falcon({ rules }: Context, { heads }: Shape): Partial<Alibi> {
  switch (rules.falcon_alibi) {
    case "after_scale":
      return {};
    case "before_scale":
      return { applied: "before_scale" };
    case "rounded_before_scale":
      return { applied: "before_scale", slopes: authorsSlopes(heads).map(toBfloat16) };
  }
}

/** The rule of Press et al. for any number of heads; with bias_max 8. */
export function authorsSlopes(heads: number): number[] {
  const power = 2 ** Math.floor(Math.log2(heads));
  return Array.from({ length: heads }, (_, h) =>
    h < power ? 2 ** ((-8 * (h + 1)) / power) : 2 ** ((-4 * (2 * (h - power) + 1)) / power),
  );
}

/** To the nearest, ties to even. */
export function toBfloat16(value: number): number {
  const bits = new Uint32Array(new Float32Array([value]).buffer);
  const before = bits[0] as number;
  bits[0] = (before + 0x7fff + ((before >>> 16) & 1)) & 0xffff0000;
  return new Float32Array(bits.buffer)[0] as number;
}
