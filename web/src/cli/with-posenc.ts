import { createPosenc, type Posenc } from "../engine/posenc.ts";
import type { EngineName } from "../engine/problem.ts";

/** Closed afterwards, whatever happens. */
export async function withPosenc<T>(engine: EngineName, work: (posenc: Posenc) => Promise<T>): Promise<T> {
  const posenc = await createPosenc({ engine });
  try {
    return await work(posenc);
  } finally {
    posenc.close();
  }
}

/** What every JSON answer begins with. The reference uses no SIMD. */
export function headOf(posenc: Posenc, engine: EngineName): { engine: string; simd: string; precision: string } {
  return engine === "reference"
    ? { engine, simd: "scalar", precision: "double" }
    : { engine, simd: posenc.status.core.simd, precision: "float32" };
}
