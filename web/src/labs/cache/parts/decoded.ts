/** What a script of the cache starts from. What writes it is fetched when it is copied. */
import { cachedOf, problemOf, storageOf } from "../problem.ts";
import type { Decoded } from "../script.ts";
import type { CacheState } from "../state.ts";
import { frequenciesOf } from "./stale.ts";
import type { Engine } from "./vectors.ts";

export async function decodedOf(posenc: Engine, state: CacheState): Promise<Decoded> {
  const plan = await posenc.plan(problemOf(state));
  const frequencies = plan.rotation ? await frequenciesOf(posenc, state) : [];
  const { prompt, cached } = cachedOf(state);
  return { plan, frequencies, storage: storageOf(state), prompt, cached };
}
