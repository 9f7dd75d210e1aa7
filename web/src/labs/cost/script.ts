/**
 * A NumPy script for the numbers at the top. Times belong to the machine that measured them, so it starts from them: from
 * the milliseconds of each round to the scatter, and to the share, its quartiles and that of the fastest round, where the
 * share is not lost in the scatter. Below it what is counted.
 */
import { pythonList } from "../../lab/python-text.ts";
import type { Row, Summary } from "./measure/statistics.ts";
import type { Subject } from "./measure/subjects.ts";

const SHARE = [
  "share = (method - none) / (np.median(none) - np.median(frame))",
  "fastest = (method.min() - none.min()) / (none.min() - frame.min())",
  "print(np.median(share), *np.quantile(share, [0.25, 0.75]), fastest)",
];

/** `counted` by operations, null where they are no fixed count. */
export function timesScript({ times }: Summary, row: Row, counted: number | null): string {
  const { setup } = times;
  const { subject, engine, share } = row;
  const rounds = (of: Subject) => `np.array(${pythonList(times.times.get(of) ?? [])})`;
  const operations = subject === "rotary" ? "6 * head_dim * tokens" : "pairs";
  return [
    "import numpy as np",
    "",
    `# Milliseconds of a call in each round, as the page measured them (${engine}, mask ${setup.mask}).`,
    `frame = ${rounds("frame")}  # every query sees one key: copies and the call itself`,
    `none = ${rounds("none")}  # attention without a method`,
    `method = ${rounds(subject)}  # ${subject}`,
    "scatter = (np.quantile(none, 0.75) - np.quantile(none, 0.25)) / np.median(none)",
    "print(scatter)",
    ...(Number.isNaN(share) ? [] : SHARE),
    "",
    `tokens, heads, head_dim = ${setup.tokens}, ${setup.heads}, ${setup.head_dim}`,
    `pairs = ${setup.mask === "causal" ? "tokens * (tokens + 1) // 2" : "tokens ** 2"}  # of a query and a key that it sees`,
    ...(counted === null ? [] : [`print(${operations} / (4 * head_dim * pairs))  # operations, counted`]),
    "vector = 4 * heads * head_dim",
    "print(4 * tokens * vector, 4 * heads * tokens ** 2, 2 * vector)  # bytes: q, k, v and output; all scores; a cached token",
    "",
  ].join("\n");
}
