// The ratios of a report: { text, least, median, goal? }. `least` is the ratio of the best times, `median` that of a
// middling round.
import { least, median, ratio } from "./statistics.mjs";

const GOAL_FROM_TOKENS = 1024;
const PARTS = ["d = 66", "n = 1021", "GQA 8:2"];

const scaled = ({ least, median }, factor) => ({ least: least * factor, median: median * factor });
const extra = ({ least, median }) => ({ least: least - 1, median: median - 1 });

const shareOfPeak = ({ seconds, flops }, name, peak = "peak") =>
  scaled(ratio(seconds[peak], seconds[name]), flops[name] / flops[peak]);

function forwardRows(group) {
  const { seconds, sizes } = group;
  const size = `${sizes.tokens}x${sizes.headDim}`;
  const goal = (name) => (sizes.tokens >= GOAL_FROM_TOKENS ? name : undefined);
  const row = (text, value, name) => ({ text: `${text}, ${size}`, ...value, goal: goal(name) });
  const against = (peer, mask, name) =>
    seconds[`${peer} ${mask}`]
      ? [row(`${peer} / ours, ${mask}`, ratio(seconds[`${peer} ${mask}`], seconds[`posenc ${mask}`]), name)]
      : [];
  const peerShare = (peer) =>
    seconds[`${peer} full`] ? [row(`${peer}: share of peak, full`, shareOfPeak(group, `${peer} full`))] : [];
  return [
    row("share of peak, full", shareOfPeak(group, "posenc full"), "forward_share"),
    row("share of peak, causal", shareOfPeak(group, "posenc causal")),
    ...peerShare("onnxruntime-web"),
    ...peerShare("tfjs per head"),
    row("causal / full", ratio(seconds["posenc causal"], seconds["posenc full"]), "causal"),
    ...against("onnxruntime-web", "full", "onnxruntime_full"),
    ...against("onnxruntime-web", "causal", "onnxruntime_causal"),
    ...against("tfjs per head", "full", "tfjs_per_head"),
    ...against("tfjs per head", "causal"),
    ...against("tfjs batched", "full", "tfjs_batched"),
    ...against("tfjs batched", "causal"),
  ];
}

const METHOD_GOALS = {
  alibi: "bias",
  alibi_flat: "bias",
  t5_bias: "bias",
  rotary: "rotary",
  shaw: "shaw",
  transformer_xl: "transformer_xl",
};

const methodRows = ({ id, seconds }) =>
  Object.entries(METHOD_GOALS).map(([method, goal]) => ({
    text: `extra time of ${method}, ${id.replace("methods ", "")}`,
    ...extra(ratio(seconds[method], seconds.none)),
    goal,
  }));

function softmaxRows(group) {
  const { id, seconds } = group;
  const { least, median } = ratio(seconds.products, seconds.attention);
  const share = { least: 1 - least, median: 1 - median };
  const size = id.replace("softmax ", "full ");
  return [
    { text: `all but the two products, ${size}`, ...share, goal: "softmax" },
    { text: `share of peak, the two products alone, ${size}`, ...shareOfPeak(group, "products") },
  ];
}

const skippingRows = ({ seconds }) => [
  {
    text: "ALiBi without skipping / with, causal 4096x64",
    ...ratio(seconds.alibi_flat, seconds.alibi),
    goal: "skipping",
  },
];

const oddRows = (group) =>
  Object.keys(group.seconds)
    .filter((name) => name !== "peak")
    .map((name) => ({
      text: `share of peak, ${name}`,
      ...shareOfPeak(group, name),
      goal: PARTS.every((part) => name.includes(part)) ? "odd" : undefined,
    }));

const backwardRows = (group) =>
  ["full", "causal"].map((mask) => ({
    text: `share of peak, backward ${mask}, ${group.id.replace("backward ", "")}`,
    ...shareOfPeak(group, mask),
    goal: mask === "full" && group.id.includes("1024") ? "backward" : undefined,
  }));

const workerRows = ({ sizes, seconds }) => [
  {
    text: `one worker / two, full ${sizes.tokens}x${sizes.headDim}`,
    ...ratio(seconds[1], seconds[2]),
    goal: "workers",
  },
];

const STEPS_OF_GOAL = 1000;

const trainingRows = (group) =>
  Object.entries(group.seconds)
    .filter(([name]) => name !== "peak")
    .flatMap(([name, seconds]) => {
      const ofGoal = name.includes("2x64");
      const times = { least: least(seconds) * STEPS_OF_GOAL, median: median(seconds) * STEPS_OF_GOAL };
      return [
        {
          text: `share of peak, step of ${name}`,
          ...shareOfPeak(group, name),
          goal: ofGoal ? "training_share" : undefined,
        },
        { text: `seconds of ${STEPS_OF_GOAL} steps, ${name}`, ...times, goal: ofGoal ? "training_seconds" : undefined },
      ];
    });

const trainerRows = ({ id, seconds }) => [
  { text: `${id}: rate of two side by side / of one`, ...scaled(ratio(seconds.one, seconds.two), 2), goal: "trainers" },
];

function nativeRows(group) {
  const size = group.id.replace("native ", "");
  return ["x86-64", "x86-64-v3"].flatMap((build) =>
    ["full", "causal"].flatMap((mask) => {
      const own = `${build} ${mask}`;
      const torch = group.seconds[`PyTorch ${mask}`];
      if (!group.seconds[own]) return [];
      const share = {
        text: `share of its peak, native ${build}, ${mask} ${size}`,
        ...shareOfPeak(group, own, `${build} peak`),
      };
      return torch
        ? [share, { text: `PyTorch / native ${build}, ${mask} ${size}`, ...ratio(torch, group.seconds[own]) }]
        : [share];
    }),
  );
}

const makers = {
  forward: forwardRows,
  methods: methodRows,
  softmax: softmaxRows,
  skipping: skippingRows,
  odd: oddRows,
  backward: backwardRows,
  workers: workerRows,
  training: trainingRows,
  trainers: trainerRows,
  native: nativeRows,
};

// Rotation adds nothing to the scores; other positions make them larger.
const errorGoal = (method) => (["none", "rotary"].includes(method) ? "error" : "error_bias");

const single = (text, value, goal) => ({ text, least: value, median: value, goal });

export function rowsOf({ groups, memory_bytes, errors }) {
  return [
    ...groups.flatMap((group) => makers[group.kind](group)),
    ...(memory_bytes === undefined
      ? []
      : [single("MiB of scratch, causal 8x16384x64", memory_bytes / 2 ** 20, "memory")]),
    ...errors.map(({ method, mask, sizes, error }) =>
      single(`error, ${method} ${mask} ${sizes.tokens}x${sizes.headDim}`, error, errorGoal(method)),
    ),
  ];
}
