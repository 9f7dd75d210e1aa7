/** Recorded studies: made by `posenc train` with the code of this page, kept as files, fetched when they are looked at. */
import type { TaskKind } from "./experiment.ts";
import type { StudyResult } from "./result.ts";

const files = import.meta.glob<{ default: StudyResult }>("../../studies/*.json");

/** A study goes by its task. */
export const recordedNames: readonly TaskKind[] = Object.keys(files).map(
  (path) => path.replace(/^.*\/|\.json$/g, "") as TaskKind,
);

/** null: there is no recording of that name. */
export async function recorded(name: TaskKind): Promise<StudyResult | null> {
  const file = files[`../../studies/${name}.json`];
  return file ? (await file()).default : null;
}
