/** Recorded studies, made by the same code under Node and kept as files; each is fetched when it is looked at. */
import type { Task } from "../../lab/session.ts";
import type { StudyResult, TaskKind } from "../../training/index.ts";

type File = () => Promise<{ default: StudyResult }>;
const files = import.meta.glob("../../../studies/*.json") as Record<string, File>;

export const recordedKinds = (): string[] => Object.keys(files).map((path) => path.replace(/^.*\/|\.json$/g, ""));

/** null: none of this task. */
export const recordedTask = (task: TaskKind): Task<{ result: StudyResult | null }, object> => ({
  key: task,
  async run() {
    const file = files[`../../../studies/${task}.json`];
    return { result: file ? (await file()).default : null };
  },
});
