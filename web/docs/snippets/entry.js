import { createPosenc } from "posenc";

const posenc = await createPosenc({ engine: "wasm" });
const { maxDifference } = await posenc.equivariance({
  input: { kind: "tokens", tokens: ["dog", "bites", "man"] },
  mask: { kind: "causal" },
});
document.body.append(maxDifference.toFixed(2)); // 1.64
