/** What the parts of the page see of the lab, and what they may ask of it. */
import type { Frequencies } from "../../engine/index.ts";
import type { RotationState } from "./state.ts";
import type { AmplitudePart } from "./tasks/amplitude.ts";
import type { CurvePart } from "./tasks/curve.ts";
import type { LayoutPart } from "./tasks/layouts.ts";
import type { PicturePart } from "./tasks/picture.ts";
import type { ScorePart } from "./tasks/score.ts";
import type { Sides } from "./tasks/sides.ts";

export interface FrequencyPart {
  state: RotationState;
  found: Frequencies;
}

export type Parts = {
  score: Sides<ScorePart>;
  frequencies: Sides<FrequencyPart>;
  curve: Sides<CurvePart>;
  layouts: Sides<LayoutPart>;
  amplitude: Sides<AmplitudePart>;
  picture: Sides<PicturePart>;
};

export interface Actions {
  state: RotationState;
  parts: Partial<Parts>;
  isPending(name: keyof Parts): boolean;
  /** The numbers are of an earlier state: those of the present one were refused. */
  isStale(name: keyof Parts): boolean;
  commit(change: Partial<RotationState>): void;
  preview(change: Partial<RotationState>): void;
  /** Nothing may move by itself. */
  isStill: boolean;
  /** The position that goes on by itself. */
  playing: "i" | "j" | null;
  play(which: "i" | "j" | null): void;
  /** The list of numbers that was typed and could not be read. */
  refused: "q" | "k" | "inv_freq" | null;
  refuse(name: "q" | "k" | "inv_freq" | null): void;
}
