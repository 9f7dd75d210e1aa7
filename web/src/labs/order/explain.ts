/**
 * A cell -> its formula, with the numbers of the cell substituted. Pure: lines of pieces for the page to set, and
 * `value`, the formula worked out again from the numbers it quotes, which tests hold against the engine's.
 */
import { plain } from "../../i18n/numbers.ts";
import { BASE } from "../../state/defaults.ts";
import { explainComparison } from "./explain-comparison.ts";
import { alibiBias, alibiSlope, rotaryChannel, sinusoidalFrequency } from "./method-numbers.ts";
import { type CellPlace, type Explanation, factor, type Line, number, result, signed, sub, v } from "./pieces.ts";
import { isHidden, type View, valuesOf } from "./view.ts";

export function explain(view: View, place: CellPlace): Explanation | null {
  const { figure, row, column } = place;
  const values = valuesOf(view, figure);
  const width = figure === "scores" || figure === "weights" ? view.count : undefined;
  if (!values) return null;
  switch (figure) {
    case "x":
      return {
        lines: [
          [
            v("x"),
            sub(name(view, row), column),
            " = ",
            result(values[row * view.problem.input.model_dim + column] as number),
          ],
        ],
        value: Number.NaN,
        note: "embedding",
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

/** A token's name; equal words carry their position. */
function name(view: View, token: number): string {
  const text = view.tokens[token] as string;
  return view.tokens.indexOf(text) === view.tokens.lastIndexOf(text) ? text : `${text}(${token})`;
}

const at = (values: ArrayLike<number> | null, index: number): number => values?.[index] ?? Number.NaN;

/** "0.1 · 0.2 + 0.3 · 0.4", shortened in the middle where it would fill the page. */
function products(pairs: readonly [number, number][]): string {
  const shown = pairs.length > 10 ? [...pairs.slice(0, 8), null, pairs[pairs.length - 1] as [number, number]] : pairs;
  return shown.map((pair) => (pair ? `${factor(pair[0])}\u2009·\u2009${factor(pair[1])}` : "…")).join(" + ");
}

function explainEncoding(view: View, row: number, column: number): Explanation {
  const { method, input } = view.problem;
  const base = method.kind === "sinusoidal" ? method.base : undefined;
  const position = view.positions[row] as number;
  const [wave, name] = column % 2 === 0 ? [Math.sin, "sin"] : [Math.cos, "cos"];
  const angle = position * sinusoidalFrequency(base, input.model_dim, column);
  const value = wave(angle);
  const exponent = { sup: `−${2 * Math.floor(column / 2)}/${input.model_dim}` };
  return {
    value,
    lines: [
      ["PE", sub(position, column), ` = ${name}(`, v("p"), " · base", { sup: "−2r/d" }, ")"],
      [
        `= ${name}(${plain(position)} · ${plain(base ?? BASE)}`,
        exponent,
        `) = ${name}(${number(angle)}) = `,
        result(value),
      ],
    ],
  };
}

function explainInput(view: View, row: number, column: number): Explanation {
  const index = row * view.problem.input.model_dim + column;
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
        sub(view.positions[row] as number, column),
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
  const symbol = view.problem.method.kind === "sinusoidal" ? "x′" : "x";
  const isIdentity = view.problem.input.projections === "identity";
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
        result(at(values, row * width + column)),
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
  const { method } = view.problem;
  const token = name(view, row);
  const before = valuesOf(view, plainName);
  const own = at(before, row * view.headDim + column);
  const channel = method.kind === "rotary" ? rotaryChannel(method, view.headDim, column) : null;
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
  const position = view.positions[row] as number;
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

function explainScore(view: View, query: number, key: number, score: number): Explanation {
  const pair = sub(name(view, query), name(view, key));
  if (score === -Infinity) return { value: Number.NaN, note: "hidden", lines: [[v("s"), pair]] };
  const { problem, headDim } = view;
  const { method } = problem;
  const turned = method.kind === "rotary";
  const [queries, keys] = turned
    ? [valuesOf(view, "rq"), valuesOf(view, "rk")]
    : [valuesOf(view, "q"), valuesOf(view, "k")];
  const pairs = Array.from({ length: headDim }, (_, c): [number, number] => [
    at(queries, query * headDim + c),
    at(keys, key * headDim + c),
  ]);
  const dot = pairs.reduce((sum, [a, b]) => sum + a * b, 0);
  const scale = problem.scale ?? 1 / Math.sqrt(headDim);
  const cap = problem.softcap ?? 0;
  const capped = cap > 0 ? cap * Math.tanh((scale * dot) / cap) : scale * dot;
  const relative = (view.positions[key] as number) - (view.positions[query] as number);
  const bias = method.kind === "alibi" ? alibiBias(method, problem.input.heads, view.head, relative) : null;
  const value = capped + (bias ?? 0);
  const mark = turned ? "′" : "";
  const biasText = (): string => {
    if (method.kind !== "alibi") return "";
    const slope = plain(Number(alibiSlope(method, problem.input.heads, view.head).toPrecision(6)));
    return method.direction === "symmetric"
      ? ` − ${slope} · |${plain(relative)}|`
      : ` + ${slope} · ${relative < 0 ? `(${plain(relative)})` : plain(relative)}`;
  };
  const [open, close] = cap > 0 ? [`${plain(cap)} · tanh(`, ` / ${plain(cap)})`] : ["", ""];
  return {
    value,
    lines: [
      [
        v("s"),
        pair,
        " = ",
        cap > 0 ? "cap(" : "",
        "scale · (",
        v(`q${mark}`),
        sub(name(view, query)),
        " · ",
        v(`k${mark}`),
        sub(name(view, key)),
        ")",
        cap > 0 ? ")" : "",
        bias === null
          ? ""
          : method.kind === "alibi" && method.direction === "symmetric"
            ? " − slope · |Δ|"
            : " + slope · Δ",
      ],
      [`= ${open}${number(scale)} · (${products(pairs)})${close}${biasText()}`],
      [`= ${open}${number(scale)} · ${factor(dot)}${close}${bias === null ? "" : signed(bias)} = `, result(value)],
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
  const [weights, values] = [valuesOf(view, "weights"), valuesOf(view, "v")];
  const seen = Array.from({ length: view.count }, (_, k) => k).filter((k) => !isHidden(view, row, k));
  const head: Line = [
    v("y"),
    sub(name(view, row), column),
    " = Σ",
    { sub: "j" },
    " ",
    v("a"),
    sub(name(view, row), "j"),
    " ",
    v("v"),
    sub("j", column),
  ];
  if (seen.length === 0) return { value: 0, note: "sees_nothing", lines: [[...head, " = ", { result: "0" }]] };
  const pairs = seen.map((k): [number, number] => [
    at(weights, row * view.count + k),
    at(values, k * view.valueDim + column),
  ]);
  const value = pairs.reduce((sum, [a, b]) => sum + a * b, 0);
  return { value, lines: [head, [`= ${products(pairs)} = `, result(value)]] };
}
