/** What a page shows of a recorded study. */
import type { ExtensionName } from "../../training/index.ts";
import type { StudyName } from "./recorded.ts";

export interface MeasuredPart {
  study: StudyName;
  methods: readonly string[];
  /** Of the trained methods: a line each, and one more after fine-tuning. */
  extensions?: readonly ExtensionName[];
  /** Of the answers that are right, or of the loss above the floor. */
  quantity: "accuracy" | "excess";
  /** What a reader may train here in a short time. */
  here: readonly string[];
}
