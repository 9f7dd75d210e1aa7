// TensorFlow.js with its WASM engine, on one thread, in the two forms that people write. They are two peers: the obvious
// one, a product of three-axis tensors with transposeB, is many times slower than a loop over heads with an explicit
// transposition.
import { causalMask } from "./causal-mask.mjs";
import { installed } from "./installed.mjs";

export async function createTfjs() {
  const tf = installed("@tensorflow/tfjs-core");
  installed("@tensorflow/tfjs-backend-wasm");
  tf.env().set("WASM_HAS_MULTITHREAD_SUPPORT", false);
  await tf.setBackend("wasm");

  const tensors = ({ heads, tokens, headDim, causal }, numbers) => ({
    inputs: [numbers.query, numbers.key, numbers.value].map((data) => tf.tensor(data, [heads, tokens, headDim])),
    mask: causal ? tf.tensor2d(causalMask(tokens), [tokens, tokens]) : undefined,
  });
  const weights = (products, headDim, mask) => {
    const scaled = tf.mul(products, 1 / Math.sqrt(headDim));
    return tf.softmax(mask ? tf.add(scaled, mask) : scaled);
  };

  // compute: tensors that are the result, in the order of memory.
  const workload = (compute, held) => ({
    run: () => tf.dispose(tf.tidy(compute)),
    output: async () => {
      const results = tf.tidy(compute);
      const parts = results.map((result) => result.dataSync());
      tf.dispose(results);
      const whole = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
      let at = 0;
      for (const part of parts) {
        whole.set(part, at);
        at += part.length;
      }
      return whole;
    },
    free: () => tf.dispose(held),
  });

  return {
    batched(sizes, numbers) {
      const { inputs, mask } = tensors(sizes, numbers);
      const [query, key, value] = inputs;
      const compute = () => [tf.matMul(weights(tf.matMul(query, key, false, true), sizes.headDim, mask), value)];
      return workload(compute, [inputs, mask ?? []]);
    },
    perHead(sizes, numbers) {
      const { inputs, mask } = tensors(sizes, numbers);
      const heads = inputs.map((input) => tf.unstack(input));
      const [queries, keys, values] = heads;
      const compute = () =>
        queries.map((query, head) =>
          tf.tidy(() =>
            tf.matMul(weights(tf.matMul(query, tf.transpose(keys[head])), sizes.headDim, mask), values[head]),
          ),
        );
      return workload(compute, [inputs, heads, mask ?? []]);
    },
  };
}
