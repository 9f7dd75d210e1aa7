// What is measured, in which company. Everything within a group takes turns.

const sizesOf = (tokens, headDim) => ({ heads: 8, kvHeads: 8, tokens, headDim });
export const describe = ({ heads, kvHeads, tokens, headDim }) => `${heads}:${kvHeads} ${tokens}x${headDim}`;

// The batched form of tfjs needs seconds a call and holds several copies of all scores.
const BATCHED_LIMIT = 1024;
export const METHODS = ["alibi", "alibi_flat", "t5_bias", "rotary", "shaw", "transformer_xl"];

const forward = (tokens, headDim, rounds, batchedMasks = ["full", "causal"]) => ({
  id: `forward ${tokens}x${headDim}`,
  kind: "forward",
  sizes: sizesOf(tokens, headDim),
  rounds,
  masks: ["full", "causal"],
  batchedMasks: tokens <= BATCHED_LIMIT ? batchedMasks : [],
});

const ours = (kind, id, rounds, workloads) => ({ id, kind, rounds, workloads: { peak: "peak", ...workloads } });

const methods = (mask, rounds) => {
  const problem = (method) => `attention ${method} ${mask} ${describe(sizesOf(1024, 64))}`;
  const workloads = Object.fromEntries(["none", ...METHODS].map((method) => [method, problem(method)]));
  return ours("methods", `methods ${mask} 1024x64`, rounds, workloads);
};

const skipping = (rounds) => {
  const problem = (method) => `attention ${method} causal ${describe(sizesOf(4096, 64))}`;
  return ours("skipping", "skipping 4096x64", rounds, { alibi: problem("alibi"), alibi_flat: problem("alibi_flat") });
};

const softmax = (headDim, rounds) => {
  const sizes = describe(sizesOf(1024, headDim));
  return ours("softmax", `softmax 1024x${headDim}`, rounds, {
    attention: `attention none full ${sizes}`,
    products: `products full ${sizes}`,
  });
};

const odd = (rounds) => {
  const problem = (heads, size) => `attention none full ${heads} ${size}`;
  return ours("odd", "odd sizes", rounds, {
    "n = 1021": problem("8:8", "1021x64"),
    "d = 66": problem("8:8", "1024x66"),
    "GQA 8:2": problem("8:2", "1024x64"),
    "n = 1021, d = 66, GQA 8:2": problem("8:2", "1021x66"),
  });
};

const backward = (tokens, rounds) =>
  ours("backward", `backward ${tokens}x64`, rounds, {
    full: `backward none full ${describe(sizesOf(tokens, 64))}`,
    causal: `backward none causal ${describe(sizesOf(tokens, 64))}`,
  });

// The model of the goal, and the one that the recorded studies train.
const training = (rounds) => {
  const step = (method, heads, size) => `train ${method} ${heads} ${size}`;
  return ours("training", "training", rounds, {
    "none 2x64, 64x32": step("none", 4, "2x64 64x32"),
    "rotary 2x64, 64x32": step("rotary", 4, "2x64 64x32"),
    "alibi 2x64, 64x32": step("alibi", 4, "2x64 64x32"),
    "rotary 2x32, 32x16": step("rotary", 2, "2x32 32x16"),
  });
};

const trainers = (rounds) => ({ id: "trainers 2x64, 64x32", kind: "trainers", rounds, steps: 8 });

const native = (tokens, headDim, rounds) => ({
  id: `native ${tokens}x${headDim}`,
  kind: "native",
  rounds,
  workloads: Object.fromEntries(
    ["full", "causal"].map((mask) => [mask, `attention none ${mask} ${describe(sizesOf(tokens, headDim))}`]),
  ),
});

const workers = (tokens, rounds) => ({
  id: `workers ${tokens}x64`,
  kind: "workers",
  sizes: sizesOf(tokens, 64),
  rounds,
});

export const memoryProblem = `attention none causal ${describe(sizesOf(16384, 64))}`;

// The reference draws Transformer-XL's vectors anew for every pair: minutes beyond this.
const TRANSFORMER_XL_ERROR_TOKENS = 64;

const errorProblems = (tokens) =>
  ["none", ...METHODS.filter((method) => method !== "alibi_flat")].flatMap((method) =>
    ["full", "causal"].map((mask) => ({
      method,
      mask,
      sizes: sizesOf(method === "transformer_xl" ? TRANSFORMER_XL_ERROR_TOKENS : tokens, 64),
    })),
  );

export const quickPlan = () => ({
  groups: [
    forward(256, 64, 5, []),
    forward(1024, 64, 3, ["full"]),
    methods("full", 3),
    methods("causal", 3),
    skipping(3),
    softmax(64, 5),
    odd(5),
    backward(1024, 3),
    workers(1024, 5),
    training(3),
    trainers(3),
    native(1024, 64, 3),
  ],
  errors: errorProblems(64),
  startUpRuns: 3,
});

export const fullPlan = () => ({
  groups: [
    ...[64, 128].flatMap((headDim) => [
      forward(64, headDim, 25),
      forward(256, headDim, 25),
      forward(1024, headDim, 11),
      forward(2048, headDim, 9),
      forward(4096, headDim, 9),
    ]),
    methods("full", 25),
    methods("causal", 25),
    skipping(11),
    softmax(64, 25),
    softmax(128, 25),
    odd(25),
    backward(256, 25),
    backward(1024, 15),
    workers(1024, 15),
    workers(4096, 9),
    training(15),
    trainers(9),
    native(1024, 64, 15),
    native(1024, 128, 15),
    native(4096, 64, 9),
  ],
  errors: errorProblems(1024),
  startUpRuns: 9,
});
