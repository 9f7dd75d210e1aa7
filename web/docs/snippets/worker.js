import { createPosenc } from "./node_modules/posenc/dist/posenc.js";

const posenc = createPosenc({ engine: "wasm" });

addEventListener("message", async ({ data }) => {
  const { maxDifference } = await (await posenc).equivariance(data);
  postMessage(maxDifference);
});
