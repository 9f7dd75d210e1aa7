/** The copied Python runs, and prints the numbers of the page: all of it in one process, where Python has NumPy. */
import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPosenc, type Posenc, type Problem, type Tensor } from "../../../web/src/engine/index.ts";
import type { LabFigure } from "../../../web/src/lab/figure-data.ts";
import { profileFigure } from "../../../web/src/labs/absolute/figures/profile.ts";
import { wavelengthFigure } from "../../../web/src/labs/absolute/figures/wavelengths.ts";
import { productScript } from "../../../web/src/labs/absolute/script.ts";
import { SCHEMA as ABSOLUTE } from "../../../web/src/labs/absolute/state.ts";
import { tasksFor } from "../../../web/src/labs/absolute/tasks.ts";
import { dotsOf, viewOf } from "../../../web/src/labs/absolute/view.ts";
import { probeFigure } from "../../../web/src/labs/cache/figures.ts";
import { decodedOf } from "../../../web/src/labs/cache/parts/decoded.ts";
import { decoding } from "../../../web/src/labs/cache/parts/decoding.ts";
import { probe } from "../../../web/src/labs/cache/parts/probe.ts";
import { stale } from "../../../web/src/labs/cache/parts/stale.ts";
import { largest } from "../../../web/src/labs/cache/parts/vectors.ts";
import { cachedOf, storageOf } from "../../../web/src/labs/cache/problem.ts";
import { cacheScript } from "../../../web/src/labs/cache/script.ts";
import { SCHEMA as CACHE, type CacheState, METHODS } from "../../../web/src/labs/cache/state.ts";
import { frequenciesTask } from "../../../web/src/labs/context/parts.ts";
import { answerPython } from "../../../web/src/labs/context/python.ts";
import { readSubject, rotaryAt } from "../../../web/src/labs/context/reading.ts";
import { START } from "../../../web/src/labs/context/state.ts";
import { shownRow } from "../../../web/src/labs/cost/answer.ts";
import { countsTask } from "../../../web/src/labs/cost/counts.ts";
import { countedShare } from "../../../web/src/labs/cost/measure/operations.ts";
import { timeRounds } from "../../../web/src/labs/cost/measure/rounds.ts";
import { summarize } from "../../../web/src/labs/cost/measure/statistics.ts";
import { setupOf } from "../../../web/src/labs/cost/measure/subjects.ts";
import { timesScript } from "../../../web/src/labs/cost/script.ts";
import { SCHEMA as COST, type CostState } from "../../../web/src/labs/cost/state.ts";
import { equivarianceScript } from "../../../web/src/labs/order/script.ts";
import { SHOWN } from "../../../web/src/labs/order/session.ts";
import { contentTask, curveTask } from "../../../web/src/labs/relative/bias-tasks.ts";
import { curveFigure } from "../../../web/src/labs/relative/figures/curve.ts";
import type { SideParts } from "../../../web/src/labs/relative/parts.ts";
import { readPair } from "../../../web/src/labs/relative/reading.ts";
import { pairScript } from "../../../web/src/labs/relative/script.ts";
import { isBias, SCHEMA as RELATIVE, type RelativeState } from "../../../web/src/labs/relative/state.ts";
import { termsTask } from "../../../web/src/labs/relative/term-tasks.ts";
import { curvePython, frequencyPython, scorePython } from "../../../web/src/labs/rotation/python.ts";
import { SCHEMA as ROTATION, type RotationState } from "../../../web/src/labs/rotation/state.ts";
import { curvePart } from "../../../web/src/labs/rotation/tasks/curve.ts";
import { scorePart } from "../../../web/src/labs/rotation/tasks/score.ts";
import { rowScript } from "../../../web/src/labs/scores/figures/row.ts";
import { HeadCore } from "../../../web/src/labs/scores/head-core.ts";
import { headResult } from "../../../web/src/labs/scores/result.ts";
import { rowNumbers } from "../../../web/src/labs/scores/row.ts";
import { KINDS, SCHEMA as SCORES } from "../../../web/src/labs/scores/state.ts";
import { MODELS } from "../../../web/src/models/catalogue.ts";
import { complete, shorten } from "../../../web/src/state/defaults.ts";
import { startOf } from "../../../web/src/state/schema.ts";

interface Script {
  name: string;
  text: string;
  /** What it prints, number by number. */
  printed?: readonly number[];
  /** What it leaves, by name. */
  left?: Readonly<Record<string, ArrayLike<number>>>;
}

const python = spawnSync("python3", ["-c", "import numpy; print(numpy.__version__)"], { encoding: "utf8" });
if (python.status !== 0) console.warn("skipped: the copied Python does not run, python3 has no NumPy");

/** One process for all: each script's own names, what it printed, what it left. */
const RUNNER = `
import contextlib, io, json, sys
import numpy as np
answers = []
for script in json.load(sys.stdin):
    names, out = {}, io.StringIO()
    try:
        with contextlib.redirect_stdout(out):
            exec(script["text"], names)
        left = {name: np.asarray(names[name], dtype=float).ravel().tolist() for name in script["left"]}
        answers.append({"printed": out.getvalue(), "left": left})
    except Exception as error:
        answers.append({"failure": repr(error)})
print(json.dumps(answers).replace("NaN", "null"))
`;

let posenc: Posenc;
const core = new HeadCore();
const { signal } = new AbortController();
const scripts: Script[] = [];
let answers: { printed: string; left: Record<string, number[]>; failure?: string }[] = [];

async function rotation(change: Partial<RotationState>): Promise<void> {
  const state = { ...startOf(ROTATION), ...change };
  const part = await scorePart(posenc, state, signal);
  const name = `rotation ${JSON.stringify(change)}`;
  scripts.push({ name, text: scorePython(part), printed: [part.score, part.shifted] });
  const curve = await curvePart(posenc, state, signal);
  scripts.push({ name: `${name}, curve`, text: curvePython(curve), left: { single: curve.single } });
  const wavelength = part.frequencies.map((frequency) => (2 * Math.PI) / frequency);
  scripts.push({
    name: `${name}, wavelength`,
    text: frequencyPython(state, part.rotaryDim),
    left: { wavelength },
  });
}

const pythonOf = async ({ python }: LabFigure): Promise<string> => (typeof python === "string" ? python : python());

async function relative(change: Partial<RelativeState>): Promise<void> {
  const state = { ...startOf(RELATIVE), ...change };
  const name = `relative ${JSON.stringify(change)}`;
  const parts: SideParts = isBias(state)
    ? { content: await contentTask(state).run(posenc, signal) }
    : { terms: await termsTask(state, ["狗", "咬", "人"]).run(posenc, signal) };
  const reading = readPair(state, parts);
  if (!reading) throw new Error(`${name} has no numbers`);
  const printed = [reading.content, reading.position, reading.weight];
  scripts.push({ name, text: pairScript(state, parts) ?? "", printed });
  if (!isBias(state)) return;
  const part = await curveTask(state).run(posenc, signal);
  const figure = curveFigure({ state, part }, null);
  scripts.push({
    name: `${name}, curve`,
    text: await pythonOf(figure),
    left: { bias: part.bias[reading.head] ?? [] },
  });
}

async function absolute(change: Partial<typeof startAbsolute>): Promise<void> {
  const state = { ...startAbsolute, ...change };
  const parts: Record<string, unknown> = {};
  for (const [name, task] of Object.entries(tasksFor({ state, other: null })))
    parts[name] = await task.run(posenc, signal);
  const view = viewOf({ state, other: null }, parts);
  if (!view) throw new Error("no view");
  const { k, table } = view.now;
  const dots = dotsOf(view.now);
  const first = Math.max(0, -k);
  const products = Array.from(
    { length: table.count - Math.abs(k) },
    (_, at) => dots[(first + at) * table.count + first + at + k] as number,
  );
  const name = `absolute ${JSON.stringify(change)}`;
  scripts.push({
    name,
    text: productScript(view.now),
    printed: [Math.min(...products), Math.max(...products)],
    left: { dots },
  });
  const figures: LabFigure[] = [
    profileFigure(view),
    ...(view.now.turn ? [wavelengthFigure(view, view.now.turn)] : []),
  ].filter((one) => one !== null);
  for (const figure of figures) scripts.push({ name: `${name}, ${figure.chart.title}`, text: await pythonOf(figure) });
}
const startAbsolute = startOf(ABSOLUTE);

async function scores(method: (typeof KINDS)[number]): Promise<void> {
  const asked = { core, posenc, signal, progress: () => {} };
  const result = await headResult(asked, { ...startOf(SCORES), method });
  const row = rowNumbers(result, 7);
  const printed = [row.back, row.weights[row.top] as number, row.entropy];
  scripts.push({ name: `scores ${method}`, text: rowScript(row), printed, left: { weights: row.weights } });
}

/** Steps give the engine's outputs; the prompt's rows too, where the length changes nothing in them. */
async function cache(change: Partial<CacheState>): Promise<void> {
  const state = { ...startOf(CACHE), ...change };
  const name = `cache ${JSON.stringify(change)}`;
  const { cacheBytes, differences, tokens, output } = await decoding(posenc, state);
  const { cached, prompt } = cachedOf(state);
  const each = cacheBytes / tokens.length;
  const isUnrotated = storageOf(state) === "unrotated";
  const off = isUnrotated ? (await stale(posenc, state)).differences[cached - 1] : undefined;
  const first = isUnrotated ? prompt : 0;
  const { heads, data, width } = { heads: Number(state.heads), data: output.data, width: Number(state.head_dim) };
  const decoded = Array.from({ length: heads }, (_, head) =>
    Array.from(data.subarray((head * tokens.length + first) * width, (head + 1) * tokens.length * width)),
  ).flat();
  scripts.push({
    name,
    text: `${cacheScript(await decodedOf(posenc, state))}decoded = np.concatenate(outputs, axis=1)[:, ${first}:]`,
    printed: [cached * each, each, largest(differences), ...(off === undefined ? [] : [off])],
    left: { decoded },
  });
}

async function cacheProbe(): Promise<void> {
  const state = { ...startOf(CACHE), method: "dynamic_ntk" as const };
  const part = await probe(posenc, state);
  const figure = probeFigure(part, null, cachedOf(state).cached);
  scripts.push({
    name: "cache, probe",
    text: await pythonOf(figure),
    left: { stale: part.stale, recomputed: part.recomputed },
  });
}

/** Vectors that are too many for a script: the bytes alone. */
async function cacheBytes(): Promise<void> {
  const state: CacheState = { ...startOf(CACHE), heads: "8", kv_heads: "8", head_dim: "32", text: "a ".repeat(32) };
  const { cacheBytes, tokens } = await decoding(posenc, state);
  const each = cacheBytes / tokens.length;
  const text = cacheScript(await decodedOf(posenc, state));
  expect(text).not.toContain("attend");
  scripts.push({ name: "cache, bytes", text, printed: [cachedOf(state).cached * each, each] });
}

/** By a clock that this test keeps: no time is waited for. */
async function cost(change: Partial<CostState>, frame = 1): Promise<void> {
  const state = { ...startOf(COST), ...change };
  const setup = setupOf(state);
  let [time, call] = [0, 0];
  const answer = async ({ method, mask }: Problem) => {
    const kind = (method as { kind: string }).kind;
    const isFrame = mask?.kind === "sliding_window";
    time += isFrame ? frame : 8 + (kind === "none" ? 0 : kind.length / 10) + ((call++ * 7) % 23) / 20;
    return { engine: "wasm" } as never;
  };
  const watch = { signal, now: () => time, onProgress: () => {} };
  const summary = summarize(await timeRounds({ attention: answer }, setup, watch));
  const row = shownRow(summary, state.method);
  if (!row) throw new Error("no row");
  expect(Number.isNaN(row.share)).toBe(frame > 8);
  const counted = countedShare(state.method, setup);
  const { inputBytes, scoreBytes, cacheBytesPerToken } = await countsTask(state).run(posenc, signal);
  scripts.push({
    name: `cost ${JSON.stringify(change)}`,
    text: timesScript(summary, row, counted),
    printed: [
      summary.scatter,
      ...(Number.isNaN(row.share) ? [] : [row.share, row.low, row.high, row.leastShare]),
      ...(counted === null ? [] : [counted]),
      ...[inputBytes, scoreBytes, cacheBytesPerToken],
    ],
  });
}

async function order(change: Partial<Problem>): Promise<void> {
  const input = { kind: "tokens", tokens: ["dog", "bites", "man", "dog"], heads: 2, kv_heads: 1, head_dim: 4 } as const;
  const problem = complete({ input, permutation: [2, 0, 3, 1], ...change });
  const data = await posenc.equivariance(shorten(problem), { outputs: SHOWN });
  const text = await equivarianceScript({ problem, data }, () => posenc.plan(shorten(problem)));
  const name = `order ${JSON.stringify(change)}`;
  const outputs = { permuted_of: data.reordered.data, of_permuted: (data.permuted.output as Tensor).data };
  scripts.push({ name, text, printed: [data.referenceMaxDifference], left: outputs });
}

/** Models that scale in every way that the catalogue has. */
async function models(): Promise<void> {
  for (const { id } of MODELS) {
    const reading = readSubject({ ...START, source: { kind: "model", id } }, MODELS);
    const at = reading && rotaryAt(reading, { length: null, layerType: null });
    if (!at) continue;
    const { frequencies } = await frequenciesTask(at, "named").run(posenc, signal);
    const longest = Math.max(...Array.from(frequencies.wavelength).filter(Number.isFinite));
    const printed = [frequencies.inv_freq.length, frequencies.attention_factor, longest];
    scripts.push({
      name: `context ${id}`,
      text: answerPython(at, frequencies),
      printed,
      left: { inv_freq: frequencies.inv_freq },
    });
  }
}

beforeAll(async () => {
  if (python.status !== 0) return;
  posenc = await createPosenc({ engine: "wasm", workers: 1 });
  for (const change of [
    {},
    { i: 300, j: 20, xpos: true },
    { pairing: "interleaved", share: "0.5", head_dim: 32 },
  ] as const)
    await rotation(change);
  for (const method of [
    "alibi",
    "t5_bias",
    "kerple",
    "sandwich",
    "fire",
    "shaw",
    "transformer_xl",
    "deberta",
    "cope",
  ] as const)
    await relative({ method });
  await relative({ method: "kerple", form: "power", mask: "none" });
  for (const change of [
    {},
    { method: "fairseq", k: -5 },
    { method: "tensor2tensor", d_model: 7 },
    { method: "learned", rows: 64, d_model: 16 },
  ] as const)
    await absolute(change);
  for (const method of KINDS) await scores(method);
  for (const method of [
    { kind: "none" },
    { kind: "sinusoidal" },
    { kind: "learned" },
    { kind: "rotary" },
    { kind: "rotary", pairing: "interleaved", partial_rotary_factor: 0.5, offset: 3 },
    { kind: "rotary", scaling: { kind: "linear", factor: 4 } },
    { kind: "alibi" },
    { kind: "alibi", direction: "symmetric", applied: "before_scale" },
    { kind: "kerple" },
    { kind: "kerple", form: "power", p: [0.5, 1.5], a: [1, 0.25] },
    { kind: "sandwich" },
    { kind: "t5_bias" },
    { kind: "fire" },
    { kind: "fire", threshold: 2, c: 1 },
    { kind: "shaw" },
    { kind: "shaw", max_relative_position: 1 },
    { kind: "shaw", max_relative_position: 1, beyond: "zero", keys: null },
    { kind: "transformer_xl" },
    { kind: "transformer_xl", clamp_len: 2 },
    { kind: "deberta" },
    { kind: "deberta", position_buckets: 4, max_relative_positions: 8, pos_att_type: ["p2c"] },
    { kind: "cope" },
    { kind: "cope", positions: 2, scaled: "content" },
    [{ kind: "rotary" }, { kind: "alibi" }],
    [{ kind: "sinusoidal" }, { kind: "t5_bias" }, { kind: "kerple" }],
    [{ kind: "cope" }, { kind: "alibi" }],
    { kind: "stack", layers: [{ kind: "rotary" }, { kind: "shaw" }] },
  ] as const)
    await order({ method });
  for (const change of [
    { mask: { kind: "causal" } },
    { mask: { kind: "causal" }, permute_mask: true },
    { mask: { kind: "bits", rows: ["1000", "0000", "1010", "1111"] }, method: { kind: "alibi" } },
    { method: { kind: "alibi" }, query_scale: { kind: "log_n", original_max_position_embeddings: 2 }, softcap: 1 },
    { method: { kind: "rotary" }, query_positions: [0, 5, 9, 2], scale: 0.5 },
    { method: { kind: "shaw" }, query_positions: [0, 5, 900, 2], mask: { kind: "causal" } },
    { method: { kind: "transformer_xl" }, query_positions: [0.5, 5, 9, 2], scale: 0.5, softcap: 1 },
    { method: { kind: "cope" }, mask: { kind: "bits", rows: ["1000", "0000", "1010", "1111"] }, permute_mask: true },
    { method: { kind: "alibi" }, mask: { kind: "padding", keys: "0111" }, position_rule: "real_tokens" },
    { method: { kind: "stack", layers: [{ kind: "rotary" }, [{ kind: "rotary" }, { kind: "sandwich" }]] }, layer: 1 },
  ] as const)
    await order(change);
  for (const method of METHODS) await cache({ method });
  for (const policy of ["recomputed", "sticky", "static"] as const)
    await cache({ method: "dynamic_ntk", policy, step: 12 });
  for (const prompt of [4, 9]) await cache({ method: "longrope", prompt, step: 12 });
  await cache({ method: "deberta", kv_heads: "4", prompt: 1, step: 3 });
  await cacheProbe();
  await cacheBytes();
  for (const change of [{}, { method: "cope", mask: "none" }, { method: "t5_bias", tokens: 300, set: "all" }] as const)
    await cost(change);
  // Nothing can be said about a share.
  await cost({ method: "alibi" }, 8.4);
  await models();
  const input = JSON.stringify(scripts.map(({ text, left = {} }) => ({ text, left: Object.keys(left) })));
  const { stdout, stderr } = spawnSync("python3", ["-c", RUNNER], { input, encoding: "utf8", maxBuffer: 1 << 28 });
  if (stdout === "") throw new Error(stderr);
  answers = JSON.parse(stdout);
}, 60_000);

afterAll(() => {
  posenc?.close();
  core.close();
});

/** Of the size of a number; the engine's are float32. */
const WITHIN = 1e-6;

const close = (found: ArrayLike<number>, wanted: ArrayLike<number>, name: string) => {
  expect(found.length, name).toBe(wanted.length);
  const far = Array.from(wanted, (value, at) => Math.abs((found[at] as number) - value) / Math.max(1, Math.abs(value)));
  expect(Math.max(...far), name).toBeLessThan(WITHIN);
};

describe.skipIf(python.status !== 0)("the copied Python", () => {
  test("every script runs", () => {
    expect(answers).toHaveLength(scripts.length);
    expect(scripts.length).toBeGreaterThan(100);
    expect(
      scripts.filter((_, at) => answers[at]?.failure).map(({ name }, at) => `${name}: ${answers[at]?.failure}`),
    ).toEqual([]);
  });

  test("what scripts print is what the page says", () => {
    for (const [at, { name, printed }] of scripts.entries())
      if (printed) close((answers[at]?.printed.trim().split(/\s+/) ?? []).map(Number), printed, name);
  });

  test("what scripts leave is what the figures show", () => {
    for (const [at, { name, left = {} }] of scripts.entries())
      for (const [key, wanted] of Object.entries(left)) close(answers[at]?.left[key] ?? [], wanted, `${name}, ${key}`);
  });
});
