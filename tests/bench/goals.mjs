// What the engine is held to: ratios of one run on one thread, unless said otherwise. `rows` of the report name their goal.
export const GOALS = {
  forward_share: { text: "forward, full, n ≥ 1024: share of peak", atLeast: 0.74 },
  onnxruntime_full: { text: "onnxruntime-web / ours, full, n ≥ 1024", atLeast: 1.6 },
  onnxruntime_causal: { text: "onnxruntime-web / ours, causal, n ≥ 1024", atLeast: 3.2 },
  tfjs_per_head: { text: "tfjs per head / ours", atLeast: 1.6 },
  tfjs_batched: { text: "tfjs batched / ours", atLeast: 14 },
  causal: { text: "causal / full", atMost: 0.54 },
  softmax: { text: "share of everything but the two products", atMost: 0.14 },
  bias: { text: "extra time of a bias by distance (ALiBi, T5)", atMost: 0.01 },
  rotary: { text: "extra time of RoPE", atMost: 0.01 },
  shaw: { text: "extra time of Shaw keys and values, K = 16", atMost: 0.08 },
  transformer_xl: { text: "extra time of Transformer-XL", atMost: 0.56 },
  skipping: { text: "ALiBi without skipping / with, causal, n = 4096", atLeast: 1.5 },
  workers: { text: "one worker / two, n ≥ 1024", atLeast: 1.8 },
  backward: { text: "backward: share of peak", atLeast: 0.75 },
  training_share: { text: "training, 2 layers, width 64, 64 tokens, batch 32: share of peak", atLeast: 0.65 },
  training_seconds: { text: "seconds of 1000 such steps", atMost: 35 },
  trainers: { text: "two methods side by side / one after the other, rate", atLeast: 1.7 },
  memory: { text: "MiB beyond inputs and output, causal 8 × 16384 × 64", atMost: 64 },
  odd: { text: "odd sizes (n = 1021, d = 66, GQA 8:2): share of peak", atLeast: 0.65 },
  error: { text: "largest error without bias, inputs in [−2, 2]", atMost: 1e-6 },
  error_bias: { text: "largest error with a bias, relative vectors or Transformer-XL", atMost: 4e-6 },
};

export const isReached = ({ atLeast, atMost }, value) => (atLeast === undefined ? value <= atMost : value >= atLeast);

// 1e-6 as it is written, not 0.000001.
const short = (limit) => (limit < 1e-3 ? limit.toExponential() : String(limit));
export const limitText = ({ atLeast, atMost }) =>
  atLeast === undefined ? `≤ ${short(atMost)}` : `≥ ${short(atLeast)}`;
