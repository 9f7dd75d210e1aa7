// onnxruntime-web's WASM engine on one thread.
import { causalMask } from "./causal-mask.mjs";
import { installed } from "./installed.mjs";
import { attentionModel } from "./onnx-model.mjs";

export async function createOnnxRuntime() {
  const ort = installed("onnxruntime-web");
  ort.env.wasm.numThreads = 1;
  ort.env.logLevel = "error";
  return {
    async attention(sizes, { query, key, value }) {
      const shape = [sizes.heads, sizes.tokens, sizes.headDim];
      const model = attentionModel(sizes, sizes.causal ? causalMask(sizes.tokens) : undefined);
      const session = await ort.InferenceSession.create(model, { executionProviders: ["wasm"] });
      const feeds = Object.fromEntries(
        Object.entries({ query, key, value }).map(([name, numbers]) => [
          name,
          new ort.Tensor("float32", numbers, shape),
        ]),
      );
      const run = () => session.run(feeds);
      return { run, output: async () => (await run()).output.data, free: () => session.release() };
    },
  };
}
