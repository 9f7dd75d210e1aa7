/**
 * Does attention commute with a permutation P of the tokens: F(P X) = P F(X)? One code for all engines: attention
 * on X, attention on P X, and the core lays the outputs beside each other. The double-precision reference gives the
 * number without rounding of float32.
 */
import type { AttentionEngine, EngineOptions } from "./engine.ts";
import { PosencError } from "./errors.ts";
import type { EngineName, EquivarianceResult, OutputName, Problem, Tensor } from "./problem.ts";
import type { CoreClient } from "./wasm/client.ts";
import type { CoreComparison } from "./wasm/core-module.ts";
import { coreEngine } from "./wasm/engine.ts";

export async function measureEquivariance(
  client: CoreClient,
  engine: AttentionEngine,
  problem: Problem,
  options: Omit<EngineOptions, "permuted">,
): Promise<EquivarianceResult> {
  const { signal, onProgress } = options;
  // F(X) and F(P X) are what is compared, so they are part of every answer.
  const outputs = [...new Set<OutputName>([...options.outputs, "output"])];
  const run = (on: AttentionEngine, permuted: boolean, wanted: EngineOptions["outputs"]) =>
    on.attention(problem, {
      outputs: wanted,
      permuted,
      signal,
      onProgress: on === engine ? told(permuted) : undefined,
    });
  /** The engine's two attentions are the two halves of what is told. */
  const told = (second: boolean) => (done: number, total: number) =>
    onProgress?.(second ? total + done : done, 2 * total);

  const original = await run(engine, false, outputs);
  const permuted = await run(engine, true, outputs);
  const permutation = [...(problem.permutation ?? reversal(original.shape.queries))];
  const compare = (a: Tensor | undefined, b: Tensor | undefined): Promise<CoreComparison> => {
    if (!a || !b) throw new PosencError("internal", "the engine returned no output");
    return client.call({ call: "compare", original: a, permuted: b, permutation }, signal);
  };
  const difference = await compare(original.output, permuted.output);

  let referenceMaxDifference = difference.max_difference;
  if (engine.name !== "reference") {
    const reference = coreEngine(client, "reference");
    const [exact, exactPermuted] = [await run(reference, false, ["output"]), await run(reference, true, ["output"])];
    referenceMaxDifference = (await compare(exact.output, exactPermuted.output)).max_difference;
  }

  const name: EngineName = engine.name;
  return {
    engine: name,
    permutation,
    original: { engine: name, ...original },
    permuted: { engine: name, ...permuted },
    reordered: inTypeOf(original.output, difference.reordered),
    maxDifference: difference.max_difference,
    referenceMaxDifference,
    mean: {
      original: difference.mean_original,
      permuted: difference.mean_permuted,
      maxDifference: difference.mean_max_difference,
    },
  };
}

/** The comparison is made in double; numbers that are only moved go back into the engine's own type, exactly. */
function inTypeOf(model: Tensor | undefined, tensor: Tensor): Tensor {
  return model?.data instanceof Float32Array ? { ...tensor, data: new Float32Array(tensor.data) } : tensor;
}

function reversal(tokens: number): number[] {
  return Array.from({ length: tokens }, (_, i) => tokens - 1 - i);
}
