import { createPosenc } from "posenc";

const posenc = await createPosenc({ engine: "wasm" });
const input = { kind: "tokens", tokens: ["dog", "bites", "man"] };
const { maxDifference } = await posenc.equivariance({ input, mask: { kind: "causal" } });
document.body.append(maxDifference.toFixed(2)); // 1.64
