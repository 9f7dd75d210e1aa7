/**
 * A cell -> its formula, with the numbers of the cell substituted. Pure: lines of pieces for the page to set, and
 * `value`, the formula worked out again from the numbers it quotes, which tests hold against the engine's.
 */
import { plain } from "../../i18n/numbers.ts";
import { BASE, methodsOf } from "../../state/defaults.ts";
import { explainComparison } from "./explain-comparison.ts";
import { explainScore } from "./explain-score.ts";
import { isPlainRotary, rotaryChannel, sinusoidalWave } from "./method-numbers.ts";
import {
  at,
  type CellPlace,
  type Explanation,
  factor,
  type Line,
  name,
  number,
  products,
  result,
  signed,
  sub,
  v,
} from "./pieces.ts";
import { isSpelt } from "./terms.ts";
import { isHidden, type View, valuesOf } from "./view.ts";

export function explain(view: View, place: CellPlace): Explanation | null {
  const { figure, row, column } = place;
  const values = valuesOf(view, figure);
  const width = figure === "scores" || figure === "weights" ? view.count : undefined;
  if (!values) return null;
  switch (figure) {
    case "x":
      return {
        lines: [[v("x"), sub(name(view, row), column), " = ", result(values[row * view.modelDim + column] as number)]],
        value: Number.NaN,
        note: view.problem.input.kind === "tokens" ? "embedding" : "given",
      };
    case "pe":
      return explainEncoding(view, row, column);
    case "input":
      return explainInput(view, row, column);
    case "q":
    case "k":
    case "v":
      return explainProjection(view, figure, row, column, values);
    case "rq":
    case "rk":
      return explainRotation(view, figure, row, column, values);
    case "scores":
      return explainScore(view, row, column, values[row * (width as number) + column] as number);
    case "weights":
      return explainWeight(view, row, column);
    case "output":
      return explainOutput(view, row, column);
    default:
      return explainComparison(view, figure, row, column);
  }
}

function explainEncoding(view: View, row: number, column: number): Explanation {
  const { problem } = view;
  const { method } = problem;
  const encoding = at(valuesOf(view, "pe"), row * view.modelDim + column);
  const position = view.queryPositions[row] as number;
  const head: Line = ["PE", sub(isSpelt(problem) ? position : name(view, row), column), " = "];
  if (!isSpelt(problem) || (method.kind !== "sinusoidal" && method.kind !== "learned")) {
    return { value: Number.NaN, note: "several_encodings", lines: [[...head, result(encoding)]] };
  }
  if (method.kind === "learned") {
    const isPlain = (method.extension ?? "none") === "none" && !method.segments;
    const index = position + (method.offset ?? 0);
    return {
      value: Number.NaN,
      note: "table_row",
      lines: [[...head, ...(isPlain ? [v("E"), `[${plain(index)}, ${column}] = `] : []), result(encoding)]],
    };
  }
  const wave = sinusoidalWave(method.table, view.modelDim, column);
  if (!wave) return { value: 0, lines: [[...head, result(0)]] };
  const base = method.base ?? BASE;
  const offset = method.offset ?? 0;
  const [above, below] = wave.exponent;
  const angle = (position + offset) * base ** (-above / below);
  const value = wave.wave === "sin" ? Math.sin(angle) : Math.cos(angle);
  const shown =
    offset === 0 ? plain(position) : `(${plain(position)}${offset < 0 ? " − " : " + "}${plain(Math.abs(offset))})`;
  return {
    value,
    lines: [
      [...head, `${wave.wave}(`, v("p"), " · base", { sup: "−x" }, ")"],
      [
        `= ${wave.wave}(${shown} · ${plain(base)}`,
        { sup: `−${above}/${below}` },
        `) = ${wave.wave}(${number(angle)}) = `,
        result(value),
      ],
    ],
  };
}

function explainInput(view: View, row: number, column: number): Explanation {
  const index = row * view.modelDim + column;
  const [x, encoding] = [at(valuesOf(view, "x"), index), at(valuesOf(view, "pe"), index)];
  const value = x + encoding;
  return {
    value,
    lines: [
      [
        v("x′"),
        sub(name(view, row), column),
        " = ",
        v("x"),
        sub(name(view, row), column),
        " + PE",
        sub(view.queryPositions[row] as number, column),
      ],
      [`= ${number(x)}${signed(encoding)} = `, result(value)],
    ],
  };
}

function explainProjection(
  view: View,
  figure: "q" | "k" | "v",
  row: number,
  column: number,
  values: ArrayLike<number>,
): Explanation {
  const width = figure === "v" ? view.valueDim : view.headDim;
  const { input } = view.problem;
  const own = result(at(values, row * width + column));
  if (input.kind === "tensors") {
    return { value: Number.NaN, note: "given", lines: [[v(figure), sub(name(view, row), column), " = ", own]] };
  }
  const symbol = valuesOf(view, "pe") ? "x′" : "x";
  const isIdentity = input.projections === "identity";
  return {
    value: Number.NaN,
    note: isIdentity ? "identity" : "projection",
    lines: [
      [
        v(figure),
        sub(name(view, row), column),
        " = Σ",
        { sub: "m" },
        " ",
        v("W"),
        { sub: `${figure.toUpperCase()}` },
        `[${column}, `,
        v("m"),
        "] · ",
        v(symbol),
        sub(name(view, row), "m"),
        " = ",
        own,
      ],
    ],
  };
}

function explainRotation(
  view: View,
  figure: "rq" | "rk",
  row: number,
  column: number,
  values: ArrayLike<number>,
): Explanation {
  const plainName = figure === "rq" ? "q" : "k";
  const { problem } = view;
  const method = methodsOf(problem).find(({ kind }) => kind === "rotary");
  const token = name(view, row);
  const before = valuesOf(view, plainName);
  const own = at(before, row * view.headDim + column);
  const isScaled = figure === "rq" && problem.query_scale !== undefined;
  const knowsPositions = isSpelt({ ...problem, together: undefined });
  if (isScaled || (method?.kind === "rotary" && !(isPlainRotary(method) && knowsPositions))) {
    const shown = at(values, row * view.headDim + column);
    const line: Line = [v(`${plainName}′`), sub(token, column), " = ", result(shown)];
    return { value: Number.NaN, note: "turned_otherwise", lines: [line] };
  }
  const channel = method?.kind === "rotary" ? rotaryChannel(method, view.headDim, column) : null;
  if (!channel) {
    return {
      value: own,
      note: "unrotated",
      lines: [
        [
          v(`${plainName}′`),
          sub(token, column),
          " = ",
          v(plainName),
          sub(token, column),
          " = ",
          result(at(values, row * view.headDim + column)),
        ],
      ],
    };
  }
  const offset = method?.kind === "rotary" ? (method.offset ?? 0) : 0;
  const positions = figure === "rq" ? view.queryPositions : view.keyPositions;
  const position = (positions[row] as number) + offset;
  const angle = position * channel.frequency;
  const other = at(before, row * view.headDim + channel.partner);
  const value = own * Math.cos(angle) + channel.sign * other * Math.sin(angle);
  const sign = channel.sign > 0 ? " + " : " − ";
  return {
    value,
    lines: [
      [
        v(`${plainName}′`),
        sub(token, column),
        " = ",
        v(plainName),
        sub(token, column),
        " cos(",
        v("p"),
        v("θ"),
        `)${sign}`,
        v(plainName),
        sub(token, channel.partner),
        " sin(",
        v("p"),
        v("θ"),
        ")",
      ],
      [
        `= ${factor(own)} · cos(${plain(position)} · ${number(channel.frequency)})${sign}${factor(other)} · sin(${plain(position)} · ${number(channel.frequency)})`,
      ],
      [
        `= ${factor(own)} · ${factor(Math.cos(angle))}${sign}${factor(other)} · ${factor(Math.sin(angle))} = `,
        result(value),
      ],
    ],
  };
}

function explainWeight(view: View, query: number, key: number): Explanation {
  const pair = sub(name(view, query), name(view, key));
  const all = valuesOf(view, "scores");
  const scores = Array.from({ length: view.count }, (_, k) => at(all, query * view.count + k));
  const largest = Math.max(...scores);
  if (isHidden(view, query, key)) {
    const note = largest === -Infinity ? "sees_nothing" : "hidden";
    return { value: 0, note, lines: [[v("a"), pair, " = ", { result: "0" }]] };
  }
  const exps = scores.map((score) => Math.exp(score - largest));
  const sum = exps.reduce((total, exp) => total + exp, 0);
  const value = (exps[key] as number) / sum;
  const visible = exps.filter((_, k) => scores[k] !== -Infinity);
  const terms =
    visible.length > 10
      ? [...visible.slice(0, 8).map(number), "…", number(visible[visible.length - 1] as number)]
      : visible.map(number);
  return {
    value,
    lines: [
      [
        v("a"),
        pair,
        " = exp(",
        v("s"),
        pair,
        " − max) / Σ",
        { sub: "k" },
        " exp(",
        v("s"),
        sub(name(view, query), "k"),
        " − max)",
      ],
      [`= exp(${number(scores[key] as number)}${signed(-largest)}) / (${terms.join(" + ")})`],
      [`= ${number(exps[key] as number)} / ${number(sum)} = `, result(value)],
    ],
  };
}

function explainOutput(view: View, row: number, column: number): Explanation {
  const { problem } = view;
  const [weights, values] = [valuesOf(view, "weights"), valuesOf(view, "v")];
  const seen = Array.from({ length: view.count }, (_, k) => k).filter((k) => !isHidden(view, row, k));
  const shaw = methodsOf(problem).find((method) => method.kind === "shaw");
  const addsRows = shaw?.kind === "shaw" && shaw.values !== null;
  const head: Line = [
    v("y"),
    sub(name(view, row), column),
    " = Σ",
    { sub: "j" },
    " ",
    v("a"),
    sub(name(view, row), "j"),
    " ",
    ...(addsRows ? ["(", v("v"), sub("j", column), " + ", v("r"), sub("Δ", column), ")"] : [v("v"), sub("j", column)]),
  ];
  if (seen.length === 0) return { value: 0, note: "sees_nothing", lines: [[...head, " = ", { result: "0" }]] };
  const weight = (k: number) => at(weights, row * view.count + k);
  const pairs = seen.map((k): [number, number] => [weight(k), at(values, k * view.valueDim + column)]);
  const content = pairs.reduce((sum, [a, b]) => sum + a * b, 0);
  if (!addsRows) return { value: content, lines: [head, [`= ${products(pairs)} = `, result(content)]] };
  const rows = view.terms?.valueRows;
  if (!rows) {
    const shown = at(valuesOf(view, "output"), row * view.valueDim + column);
    const note = isSpelt(problem) ? undefined : "open_terms";
    return { value: Number.NaN, ...(note && { note }), lines: [head, ["= … = ", result(shown)]] };
  }
  const relative = (k: number) => (view.keyPositions[k] as number) - (view.queryPositions[row] as number);
  const positions = seen.map((k): [number, number] => [weight(k), rows.get(relative(k))?.[column] ?? Number.NaN]);
  const term = positions.reduce((sum, [a, b]) => sum + a * b, 0);
  return {
    value: content + term,
    more: ["asked_table"],
    lines: [
      head,
      [`= ${products(pairs)}`],
      [`+ ${products(positions)}`],
      [`= ${number(content)}${signed(term)} = `, result(content + term)],
    ],
  };
}
