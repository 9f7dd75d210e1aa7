/** Several position streams: time, height and width. */
import type { RotaryMethod } from "../../engine/problem.ts";
import { show } from "./block.ts";
import { flag, wholes } from "./checks.ts";
import { type Context, classDefault } from "./context.ts";
import { note } from "./report.ts";
import { type RopeScope, readRope } from "./rope-scope.ts";

type Streams = Pick<RotaryMethod, "mrope_section" | "mrope_layout" | "mrope_rest">;

/** ChatGLM-6B, the first: each half of the head turns by a position of its own. */
export function isTwoDimensional({ source }: Context): boolean {
  return source.root.read("position_encoding_2d", flag) === true;
}

/** undefined for one stream. */
export function readStreams(context: Context, scope: RopeScope, rotary_dim: number): Streams | "error" | undefined {
  const { family, source, report, rules } = context;
  const { root } = source;
  const pairs = rotary_dim / 2;
  if (isTwoDimensional(context)) {
    if (pairs % 2 === 0) return { mrope_section: [pairs / 2, pairs / 2], mrope_layout: "axial" };
    report.lack("head_dim", note("uneven_halves", { pairs }));
    return "error";
  }
  const slot = [...scope.blocks, root].map((block) => block.slot("mrope_section")).find((one) => one !== undefined);
  const stated = readRope(scope, "mrope_section", wholes, [root, "mrope_section"]);
  const interleaved = readRope(scope, "mrope_interleaved", flag, [root, "mrope_interleaved"]);
  if (slot && stated === undefined) return "error";
  const section =
    stated ?? (family.mrope && report.fill("mrope_section", [...family.mrope.section], classDefault(context)));
  if (section === undefined) return undefined;
  const layout =
    interleaved === undefined ? (family.mrope?.layout ?? "chunked") : interleaved ? "interleaved" : "chunked";
  const sum = section.reduce((total, part) => total + part, 0);
  const fitting = layout === "chunked" || section.length === 3 || section.length === 4;
  if (sum !== pairs || !fitting) {
    const list = show(section);
    const reason = fitting ? note("section_sum", { sum, pairs, list }) : note("three_sections", { list });
    if (slot) report.mark(slot.key, "impossible", reason);
    else report.lack("mrope_section", reason);
    return "error";
  }
  if (layout === "interleaved" && rules.mrope_rest !== 0)
    return { mrope_section: [...section, 0].slice(0, 4), mrope_layout: layout, mrope_rest: rules.mrope_rest };
  return { mrope_section: section, mrope_layout: layout };
}
