import { createPosenc } from "posenc";

const posenc = await createPosenc({ engine: "wasm" });
const { scores } = await posenc.attention(
  {
    input: {
      kind: "tensors",
      query: { shape: [1, 2, 2], data: Float32Array.of(1, 0, 1, 0) },
      key: { shape: [1, 3, 2], data: Float32Array.of(1, 0, 1, 0, 1, 0) },
    },
    method: { kind: "rotary", inv_freq: [Math.PI / 2] },
    query_positions: [0, 4],
    key_positions: [1, 5, 2],
    scale: 1,
  },
  { outputs: ["scores"] },
);
console.log(scores.shape, Array.from(scores.data, (score) => Math.round(score) + 0).join(" "));
posenc.close();
// [ 1, 2, 3 ] 0 0 -1 0 0 -1
