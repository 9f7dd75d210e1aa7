/**
 * The terms of a score, asked of the core with parts of the method left out: a term is the difference of two scores, or
 * a score whose other terms are zero.
 */
import type { AttentionResult, Method, OutputName, Posenc, Problem, Tensor } from "../../engine/index.ts";
import type { Task } from "../../lab/session.ts";
import type { CopePart, ShawPart, Term, TermName, TermsPart } from "./parts.ts";
import { HEAD_DIM, sentenceProblem, zeros } from "./problems.ts";
import type { RelativeState } from "./state.ts";

type Asked = Pick<Posenc, "plan" | "attention">;
type Ask = (problem: Problem, ...outputs: OutputName[]) => Promise<AttentionResult>;

/** Everything a term may be asked with. */
interface Question {
  ask: Ask;
  problem: Problem;
  method: Method;
  scale: number;
  /** q·k, scaled. */
  content: Tensor;
}

export const termsTask = (state: RelativeState, tokens: readonly string[]): Task<TermsPart, Asked> => {
  const problem = sentenceProblem(state, tokens);
  return {
    key: JSON.stringify(problem),
    async run(posenc, signal) {
      const ask: Ask = (asked, ...outputs) => posenc.attention(asked, { outputs, signal });
      const { scale } = await posenc.plan(problem, { signal });
      const { scores, weights } = await ask(problem, "scores", "weights");
      const bare = await ask({ ...problem, method: { kind: "none" }, scale }, "scores", "weights");
      const content = bare.scores as Tensor;
      const question = { ask, problem, method: problem.method as Method, scale, content };
      const { terms, isIndependent } = await positionTerms(question, scores as Tensor);
      const all = [{ name: "content", values: finite(content) } as const, ...terms];
      return {
        of: state,
        tokens,
        heads: state.heads,
        scale,
        terms: all,
        scores: scores as Tensor,
        weights: weights as Tensor,
        plain: bare.weights as Tensor,
        check: isIndependent ? worstSum(all, scores as Tensor) : null,
        shaw: state.method === "shaw" ? await shawPart(question) : null,
        cope: state.method === "cope" ? await copePart(question) : null,
      };
    },
  };
};

const finite = ({ data }: Tensor): Float64Array =>
  Float64Array.from(data, (value) => (Number.isFinite(value) ? value : Number.NaN));

const difference = (all: Tensor, some: Tensor): Float64Array =>
  Float64Array.from(all.data, (value, at) => value - (some.data[at] as number));

const term = (name: TermName, values: Float64Array): Term => ({ name, values });

interface Found {
  terms: Term[];
  /** Whether their sum with the content says more than a + (b - a) = b. */
  isIndependent: boolean;
}

async function positionTerms(question: Question, scores: Tensor): Promise<Found> {
  switch (question.method.kind) {
    case "shaw":
      return { terms: [term("pair", await shawTerm(question))], isIndependent: true };
    case "transformer_xl":
      return { terms: await transformerXlTerms(question), isIndependent: true };
    case "deberta":
      return { terms: await debertaTerms(question), isIndependent: true };
    default:
      return { terms: [term("counted", difference(scores, question.content))], isIndependent: false };
  }
}

const scoresOf = async ({ ask, problem, method, scale }: Question, change: object): Promise<Tensor> =>
  (await ask({ ...problem, method: { ...method, ...change } as Method, scale }, "scores")).scores as Tensor;

/** Keys of zeros leave q·r. */
async function shawTerm({ ask, problem, method, scale }: Question): Promise<Float64Array> {
  const query = (await ask(problem, "query")).query as Tensor;
  const key = zeros(...query.shape);
  const asked = { ...problem, input: { kind: "tensors", query, key }, method, scale } as const;
  return finite((await ask(asked, "scores")).scores as Tensor);
}

/** The score with u, with v, and with both left out. */
async function transformerXlTerms(question: Question): Promise<Term[]> {
  const { shape } = question.content;
  const nothing = zeros(shape[0] as number, HEAD_DIM);
  const neither = await scoresOf(question, { u: nothing, v: nothing });
  return [
    term("content_position", difference(neither, question.content)),
    term("global_content", difference(await scoresOf(question, { v: nothing }), neither)),
    term("global_position", difference(await scoresOf(question, { u: nothing }), neither)),
  ];
}

async function debertaTerms(question: Question): Promise<Term[]> {
  const { content } = question;
  return [
    term("c2p", difference(await scoresOf(question, { pos_att_type: ["c2p"] }), content)),
    term("p2c", difference(await scoresOf(question, { pos_att_type: ["p2c"] }), content)),
  ];
}

/** A unit vector per query and channel reads the key as that query sees it. */
async function shawPart({ ask, problem, method }: Question): Promise<ShawPart> {
  const { key, output } = await ask(problem, "key", "output");
  const { shape, data } = key as Tensor;
  const [heads = 0, tokens = 0] = shape;
  const query = zeros(heads, tokens * HEAD_DIM, HEAD_DIM);
  for (let row = 0; row < heads * tokens * HEAD_DIM; ++row) query.data[row * HEAD_DIM + (row % HEAD_DIM)] = 1;
  const positions = Array.from({ length: tokens }, (_, at) => at);
  const seen = await ask(
    {
      input: { kind: "tensors", query, key: { shape, data } },
      method,
      scale: 1,
      query_positions: positions.flatMap((at) => Array(HEAD_DIM).fill(at)),
      key_positions: positions,
    },
    "scores",
  );
  const without = await ask({ ...problem, method: { ...method, values: null } as Method }, "output");
  return { seen: seen.scores as Tensor, values: difference(output as Tensor, without.output as Tensor) };
}

/**
 * A channel of its own, 1 in every query and 0 in every key, meets a table whose row p holds p there alone: the term is
 * then the counted position. Neighbours differ by a gate.
 */
async function copePart({ ask, problem, scale, content }: Question): Promise<CopePart> {
  const { query, key } = await ask(problem, "query", "key");
  const [, tokens = 0] = (query as Tensor).shape;
  const rows = tokens + 2;
  const table = zeros(rows, HEAD_DIM + 1);
  for (let row = 0; row < rows; ++row) table.data[row * (HEAD_DIM + 1) + HEAD_DIM] = row;
  const asked = {
    ...problem,
    input: { kind: "tensors", query: widened(query as Tensor, 1), key: widened(key as Tensor, 0) },
    method: { kind: "cope", table, scaled: "content" },
    scale,
  } as const;
  const counted = difference((await ask(asked, "scores")).scores as Tensor, content);
  const gates = counted.map((position, at) => {
    const next = (at + 1) % tokens === 0 ? Number.NaN : (counted[at + 1] as number);
    return position - (Number.isNaN(next) ? 0 : next);
  });
  return { gates, counted };
}

/** [heads, tokens, head_dim] with one more channel. */
function widened({ shape: [heads = 0, tokens = 0, width = 0], data }: Tensor, last: number): Tensor {
  const wide = zeros(heads, tokens, width + 1);
  for (let row = 0; row < heads * tokens; ++row) {
    for (let c = 0; c < width; ++c) wide.data[row * (width + 1) + c] = data[row * width + c] as number;
    wide.data[row * (width + 1) + width] = last;
  }
  return wide;
}

function worstSum(terms: readonly Term[], scores: Tensor): number {
  return finite(scores).reduce((worst, score, at) => {
    const sum = terms.reduce((total, { values }) => total + (values[at] as number), 0);
    return Number.isNaN(score) ? worst : Math.max(worst, Math.abs(sum - score));
  }, 0);
}
