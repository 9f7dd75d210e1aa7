/** All recorded studies at once. */

import type { StudyResult, TaskKind } from "../../training/index.ts";
import { recorded, recordedNames } from "../../training/recorded.ts";

export type StudyName = TaskKind;

export async function recordedStudies(): Promise<ReadonlyMap<StudyName, StudyResult>> {
  const results = await Promise.all(recordedNames.map(async (name) => [name, await recorded(name)] as const));
  return new Map(results.filter((entry): entry is [StudyName, StudyResult] => entry[1] !== null));
}
