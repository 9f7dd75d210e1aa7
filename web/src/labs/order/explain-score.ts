/** A score and its formula: the content, what the method adds within the scale, the cap, and the bias after it. */
import { plain } from "../../i18n/numbers.ts";
import { methodsOf } from "../../state/defaults.ts";
import {
  alibiSlope,
  debertaTerms,
  defaultScale,
  fireShare,
  kerpleBias,
  sandwichBias,
  t5Bucket,
} from "./method-numbers.ts";
import {
  at,
  type Explanation,
  factor,
  type Line,
  type Note,
  name,
  number,
  type Piece,
  products,
  result,
  signed,
  sub,
  v,
} from "./pieces.ts";
import { isSpelt } from "./terms.ts";
import { isHidden, slice, type View, valuesOf } from "./view.ts";

/** What a method adds to a score. */
interface Part {
  /** In the general formula, behind the content: " + slope · Δ". */
  symbol: Line;
  /** With its numbers; left out where the sum says it already. */
  numbers?: string;
  value: number;
  /** `numbers` is a sum of terms that have their scale already. */
  isSum?: boolean;
  /** Lines of its own, before the sum. */
  lines?: Line[];
  notes?: Note[];
}

interface Pair {
  view: View;
  query: number;
  key: number;
  relative: number;
  scale: number;
  /** q · k, before the scale. */
  dot: number;
  queryRow: readonly number[];
  pairs: readonly [number, number][];
}

const short = (value: number): string => plain(Number(value.toPrecision(6)));
const row = (values: ArrayLike<number> | null, index: number, width: number): number[] =>
  Array.from({ length: width }, (_, c) => at(values, index * width + c));

export function explainScore(view: View, query: number, key: number, score: number): Explanation {
  const [i, j] = [name(view, query), name(view, key)];
  if (score === -Infinity) return { value: Number.NaN, note: "hidden", lines: [[v("s"), sub(i, j)]] };
  const { problem, headDim } = view;
  const methods = methodsOf(problem);
  const isTurned = methods.some(({ kind }) => kind === "rotary") || problem.query_scale !== undefined;
  const queryRow = row(valuesOf(view, "rq"), query, headDim);
  const keyRow = row(valuesOf(view, "rk"), key, headDim);
  const pairs = queryRow.map((q, c): [number, number] => [q, keyRow[c] as number]);
  const scale = problem.scale ?? defaultScale(methods, headDim);
  const cap = problem.softcap ?? 0;
  const pair: Pair = {
    view,
    query,
    key,
    relative: (view.keyPositions[key] as number) - (view.queryPositions[query] as number),
    scale,
    dot: pairs.reduce((sum, [a, b]) => sum + a * b, 0),
    queryRow,
    pairs,
  };
  const isOpen =
    !isSpelt(problem) && methods.some(({ kind }) => !["none", "rotary", "sinusoidal", "learned"].includes(kind));
  let vector = isOpen ? null : vectorPart(pair);
  let bias = isOpen ? openPart(pair, score, cap, ["open_terms"]) : biasPart(pair);
  if (Number.isNaN(vector?.value) || Number.isNaN(bias?.value)) {
    vector = null;
    bias = openPart(pair, score, cap, []);
  }
  const content = scale * pair.dot;
  const inner = content + (vector?.value ?? 0);
  const value = (cap > 0 ? cap * Math.tanh(inner / cap) : inner) + (bias?.value ?? 0);

  const mark = isTurned ? "′" : "";
  const [open, close] = cap > 0 ? [`${plain(cap)} · tanh(`, ` / ${plain(cap)})`] : ["", ""];
  const capped = (line: Line): Line => (cap > 0 ? ["cap(", ...line, ")"] : line);
  const qk: Line = [v(`q${mark}`), sub(i), " · ", v(`k${mark}`), sub(j)];
  const general: Line = vector ? ["scale · (", ...qk, ...vector.symbol, ")"] : ["scale · (", ...qk, ")"];
  const lines: Line[] = [[v("s"), sub(i, j), " = ", ...capped(general), ...(bias?.symbol ?? [])], ...scaleLines(view)];
  lines.push(...(vector?.lines ?? []), ...(bias?.lines ?? []));
  const isSum = vector?.isSum === true;
  if (!isSum) {
    const written = vector?.numbers ?? `${number(scale)} · (${products(pairs)})`;
    lines.push([`= ${open}${written}${close}${bias?.numbers ?? ""}`]);
  }
  const sum = vector
    ? isSum
      ? vector.numbers
      : `${number(content)}${signed(vector.value)}`
    : `${number(scale)} · ${factor(pair.dot)}`;
  const bracketed = cap > 0 && vector ? `(${sum})` : sum;
  lines.push([`= ${open}${bracketed}${close}${bias ? signed(bias.value) : ""} = `, result(value)]);
  const more = [...scaleNotes(view), ...(vector?.notes ?? []), ...(bias?.notes ?? [])];
  return { value: isOpen ? Number.NaN : value, lines, more };
}

function scaleLines({ problem, headDim }: View): Line[] {
  if (problem.scale !== undefined) return [];
  const deberta = methodsOf(problem).find((method) => method.kind === "deberta");
  if (!deberta) return [];
  const terms = debertaTerms(deberta);
  return [[`scale = 1 / √(${headDim} · ${terms}) = ${number(1 / Math.sqrt(headDim * terms))}`]];
}

const scaleNotes = ({ problem }: View): Note[] =>
  problem.scale === undefined && defaultScale(methodsOf(problem), 4) === 1 ? ["t5_scale"] : [];

/** Several methods, or terms that have not come yet: the content, and the rest of the engine's score. */
function openPart({ scale, dot }: Pair, score: number, cap: number, notes: Note[]): Part {
  const content = scale * dot;
  return {
    symbol: [" + …"],
    value: score - (cap > 0 ? cap * Math.tanh(content / cap) : content),
    notes,
  };
}

// ---- terms with q or k, within the scale ----------------------------------------------------------------------------

function vectorPart(pair: Pair): Part | null {
  const { method } = pair.view.problem;
  switch (method.kind) {
    case "shaw":
      return shawPart(pair);
    case "transformer_xl":
      return transformerXlPart(pair);
    case "deberta":
      return debertaPart(pair);
    case "cope":
      return copePart(pair);
    default:
      return null;
  }
}

/** For terms that have not come yet. */
const waiting = (symbol: Line): Part => ({ symbol, value: Number.NaN });

function shawPart({ view, relative, scale, queryRow, pairs }: Pair): Part | null {
  const { method } = view.problem;
  if (method.kind !== "shaw" || method.keys === null) return null;
  const symbol: Line = [" + ", v("q"), " · ", v("r"), { sub: "Δ" }];
  const rowOf = view.terms?.keyRows?.[0]?.get(relative);
  if (!rowOf) return waiting(symbol);
  const most = method.max_relative_position ?? 16;
  const clipped = Math.max(-most, Math.min(most, relative));
  const products_ = queryRow.map((q, c): [number, number] => [q, rowOf[c] as number]);
  const term = products_.reduce((sum, [q, r]) => sum + q * r, 0);
  return {
    symbol,
    value: scale * term,
    numbers: `${number(scale)} · (${products(pairs)} + ${products(products_)})`,
    lines: [["Δ = ", plain(relative), ...(clipped === relative ? [] : [` → ${plain(clipped)}`])]],
    notes: ["asked_table"],
  };
}

/** One number of [heads, queries, keys]. */
function numberOf(view: View, tensor: Parameters<typeof slice>[0], query: number, key: number): number {
  return at(slice(tensor, view.head), query * view.count + key);
}

function transformerXlPart({ view, query, key, scale, dot, relative }: Pair): Part {
  const symbol: Line = [" + ", v("q"), "·", v("r"), " + ", v("u"), "·", v("k"), " + ", v("v"), "·", v("r")];
  const terms = view.terms?.pairs?.[view.side];
  if (!terms) return waiting(symbol);
  const content = scale * dot;
  const position = numberOf(view, terms.bare, query, key) - content;
  const global = numberOf(view, terms.position, query, key);
  const bias = numberOf(view, terms.content, query, key);
  return {
    symbol,
    value: position + bias + global,
    numbers: `${number(content)}${signed(position)}${signed(bias)}${signed(global)}`,
    lines: [
      [v("r"), " = ", v("W"), " ", v("R"), `(${plain(-relative)})`],
      named(["q·k", content], ["q·r", position], ["u·k", bias], ["v·r", global]),
    ],
    isSum: true,
    notes: ["asked_terms"],
  };
}

/** "scale · q·k = 0.123,  scale · q·r = …" */
function named(...terms: [string, number][]): Line {
  return terms.flatMap(([text, value], at): Piece[] => [
    at > 0 ? ",\u2002" : "",
    "scale · ",
    v(text),
    ` = ${number(value)}`,
  ]);
}

function debertaPart({ view, relative, scale, dot, pairs }: Pair): Part | null {
  const { method } = view.problem;
  if (method.kind !== "deberta") return null;
  const types = method.pos_att_type ?? ["c2p", "p2c"];
  const [c2p, p2c] = [types.includes("c2p"), types.includes("p2c")];
  const symbol: Line = [
    ...(c2p ? [" + ", v("q"), " · ", v("K"), { sub: "δ" }] : []),
    ...(p2c ? [" + ", v("k"), " · ", v("Q"), { sub: "δ" }] : []),
  ];
  const keyRow = view.terms?.keyRows?.[view.head]?.get(relative);
  const queryRow = view.terms?.queryRows?.[view.head]?.get(relative);
  if (!keyRow || !queryRow) return waiting(symbol);
  const content = scale * dot;
  const ofQuery = scale * pairs.reduce((sum, [q], c) => sum + q * (keyRow[c] as number), 0);
  const ofKey = scale * pairs.reduce((sum, [, k], c) => sum + k * (queryRow[c] as number), 0);
  return {
    symbol,
    value: ofQuery + ofKey,
    numbers: `${number(content)}${c2p ? signed(ofQuery) : ""}${p2c ? signed(ofKey) : ""}`,
    lines: [
      named(
        ["q·k", content],
        ...(c2p ? [["q·Kδ", ofQuery] as [string, number]] : []),
        ...(p2c ? [["k·Qδ", ofKey] as [string, number]] : []),
      ),
    ],
    isSum: true,
    notes: ["asked_table"],
  };
}

function copePart({ view, query, key, scale, dot, queryRow }: Pair): Part | null {
  const { method } = view.problem;
  if (method.kind !== "cope") return null;
  const isAll = (method.scaled ?? "all") === "all";
  const symbol: Line = isAll
    ? [" + ", v("q"), " · ", v("e"), "[", v("p"), "]"]
    : [" + ", v("q"), " · ", v("e"), "[", v("p"), "] / scale"];
  const table = view.terms?.table;
  if (!table) return waiting(symbol);
  const { headDim, count } = view;
  const keys = valuesOf(view, "rk");
  const gates: number[] = [];
  for (let k = key; k < count; ++k) {
    if (isHidden(view, query, k)) continue;
    const score = scale * queryRow.reduce((sum, q, c) => sum + q * at(keys, k * headDim + c), 0);
    gates.push(1 / (1 + Math.exp(-score)));
  }
  const rows = Array.isArray(method.table) ? method.table.length : (method.positions ?? 64);
  const counted = gates.reduce((sum, gate) => sum + gate, 0);
  const position = Math.min(counted, rows - 1);
  const below = Math.floor(position);
  const above = Math.min(below + 1, rows - 1);
  const share = position - below;
  const dotWith = (at: number) => queryRow.reduce((sum, q, c) => sum + q * (table[at]?.[c] as number), 0);
  const [first, second] = [dotWith(below), dotWith(above)];
  const term = (1 - share) * first + share * second;
  const factorOf = isAll ? scale : 1;
  return {
    symbol,
    value: factorOf * term,
    numbers: isAll
      ? `${number(scale)} · (${number(dot)}${signed(term)})`
      : `${number(scale)} · ${factor(dot)}${signed(term)}`,
    lines: [
      [
        v("p"),
        " = Σ",
        { sub: "l ≥ j" },
        " σ(scale · ",
        v("q"),
        "·",
        v("k"),
        { sub: "l" },
        `) = ${gates.length > 8 ? [...gates.slice(0, 6).map(number), "…", number(gates.at(-1) as number)].join(" + ") : gates.map(number).join(" + ")} = ${number(counted)}`,
        ...(position < counted ? [` → ${plain(position)}`] : []),
      ],
      [
        v("q"),
        "·",
        v("e"),
        "[",
        v("p"),
        `] = ${number(1 - share)} · ${factor(first)} + ${number(share)} · ${factor(second)} = ${number(term)}`,
      ],
    ],
    notes: ["asked_table"],
  };
}

// ---- biases, after the scale and the cap ----------------------------------------------------------------------------

function biasPart({ view, query, key, relative, scale }: Pair): Part | null {
  const { method, input } = view.problem;
  const { head } = view;
  switch (method.kind) {
    case "alibi": {
      const isSymmetric = method.direction === "symmetric";
      const before = method.applied === "before_scale";
      const slope = alibiSlope(method, input.heads, head);
      const times = before ? `${number(scale)} · ` : "";
      const bias = (before ? scale : 1) * (isSymmetric ? -slope * Math.abs(relative) : slope * relative);
      return {
        symbol: [isSymmetric ? ` − ${before ? "scale · " : ""}slope · |Δ|` : ` + ${before ? "scale · " : ""}slope · Δ`],
        value: bias,
        numbers: isSymmetric
          ? ` − ${times}${short(slope)} · |${plain(relative)}|`
          : ` + ${times}${short(slope)} · ${relative < 0 ? `(${plain(relative)})` : plain(relative)}`,
      };
    }
    case "kerple": {
      const { p, a, distance, bias } = kerpleBias(method, head, relative);
      return method.form === "power"
        ? {
            symbol: [" − ", v("a"), " ", v("d"), { sup: "p" }],
            value: bias,
            numbers: ` − ${short(a)} · ${plain(distance)}^${short(p)}`,
          }
        : {
            symbol: [" − ", v("p"), " ln(1 + ", v("a"), v("d"), ")"],
            value: bias,
            numbers: ` − ${short(p)} · ln(1 + ${short(a)} · ${plain(distance)})`,
          };
    }
    case "sandwich": {
      const { half, distance, sum, divisor, bias, dimension } = sandwichBias(
        method,
        view.headDim,
        input.heads,
        head,
        relative,
      );
      return {
        symbol: [
          " + (Σ",
          { sub: "r" },
          " cos(",
          v("d"),
          " · 10000",
          { sup: "−2r/D" },
          ") − ",
          v("D"),
          "/2) / (8",
          v("h"),
          "/",
          v("H"),
          ")",
        ],
        value: bias,
        numbers: ` + (${number(sum)} − ${half}) / ${short(divisor)}`,
        lines: [
          [
            v("d"),
            ` = ${plain(distance)}, `,
            v("D"),
            ` = ${dimension}, `,
            v("h"),
            ` = ${head + 1}, `,
            v("H"),
            ` = ${input.heads}`,
          ],
        ],
      };
    }
    case "t5_bias": {
      const bucket = t5Bucket(method, relative);
      return {
        symbol: [" + ", v("B"), "[", v("b"), "(Δ)]"],
        value: view.terms?.bias ? numberOf(view, view.terms.bias, query, key) : Number.NaN,
        lines: [[v("b"), `(${plain(relative)}) = ${bucket}`]],
        notes: ["asked_table"],
      };
    }
    case "fire": {
      const { share, span } = fireShare(method, view.queryPositions[query] as number, relative);
      return {
        symbol: [" + MLP(", v("x"), ")"],
        value: view.terms?.bias ? numberOf(view, view.terms.bias, query, key) : Number.NaN,
        lines: [
          [
            v("x"),
            ` = ln(${short(method.c ?? 0.1)} · ${plain(Math.abs(relative))} + 1) / ln(${short(method.c ?? 0.1)} · ${short(span)} + 1) = ${number(share)}`,
          ],
        ],
        notes: ["asked_terms"],
      };
    }
    default:
      return null;
  }
}
