/** The state of the lab Train that performs a recorded study again, with some of its methods. */
import { type Study, trainedTokens } from "../../training/index.ts";

/** As many as that lab trains side by side. */
const MOST_METHODS = 6;

export function trainState(study: Study, methods: readonly string[]): string {
  const { task, training = {}, model = {}, steps, seeds, extensions = [], fine_tune = 0 } = study;
  const pieces: readonly [string, string | number | undefined][] = [
    ["task", task.kind],
    ["methods", methods.slice(0, MOST_METHODS).join(",")],
    ["steps", steps],
    ["tokens", trainedTokens(study)],
    ["batch", training.batch],
    ["rate", training.rate],
    ["warmup", training.warmup],
    ["width", model.width],
    ["heads", model.heads],
    ["layers", model.layers],
    ["seeds", seeds.length],
    ["extensions", extensions.length > 0 ? extensions.join(",") : undefined],
    ["fine_tune", fine_tune > 0 ? fine_tune : undefined],
  ];
  return pieces.flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${value}`])).join("&");
}
