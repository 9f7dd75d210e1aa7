/** The recorded study of a task, as the lab asks for it. */
import type { Task } from "../../lab/session.ts";
import type { StudyResult, TaskKind } from "../../training/index.ts";
import { recorded } from "../../training/recorded.ts";

/** null: none of this task. */
export const recordedTask = (task: TaskKind): Task<{ result: StudyResult | null }, object> => ({
  key: task,
  run: async () => ({ result: await recorded(task) }),
});
