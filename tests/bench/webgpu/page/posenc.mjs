// This project through its public API: a call takes arrays and gives an array, read-back included.
import { createPosenc } from "../../../../web/src/engine/index.ts";

const problemOf = ({ heads, tokens, headDim, mask }, inputs) => ({
  input: {
    kind: "tensors",
    ...Object.fromEntries(
      Object.entries(inputs).map(([name, data]) => [name, { shape: [heads, tokens, headDim], data }]),
    ),
  },
  mask: { kind: mask === "causal" ? "causal" : "none" },
});

export async function openPosenc(engine) {
  const posenc = await createPosenc({ engine, workers: 1 });
  const { status } = posenc;
  if (status.engine !== engine) throw new Error(`posenc computes on ${status.engine}: ${status.fallback?.message}`);
  return {
    adapter: status.adapter,
    attention(group, inputs) {
      const problem = problemOf(group, inputs);
      return {
        async run() {
          const result = await posenc.attention(problem, { outputs: ["output"] });
          if (result.engine !== engine) throw new Error(`posenc fell back from ${engine} to ${result.engine}`);
          return { read: () => result.output.data };
        },
        free() {},
      };
    },
  };
}
