/** Recorded studies: made by `posenc train` with the code of this page, kept as files, fetched when they are looked at. */
import type { StudyResult, TaskKind } from "../../training/index.ts";

export type StudyName = TaskKind;

const files = import.meta.glob<{ default: StudyResult }>("../../../studies/*.json");

export const recordedNames: readonly StudyName[] = Object.keys(files).map(
  (path) => path.replace(/^.*\/|\.json$/g, "") as StudyName,
);

/** null: there is no recording of that name. */
export async function recorded(name: StudyName): Promise<StudyResult | null> {
  const file = files[`../../../studies/${name}.json`];
  return file ? (await file()).default : null;
}

export async function recordedStudies(): Promise<ReadonlyMap<StudyName, StudyResult>> {
  const results = await Promise.all(recordedNames.map(async (name) => [name, await recorded(name)] as const));
  return new Map(results.filter((entry): entry is [StudyName, StudyResult] => entry[1] !== null));
}
