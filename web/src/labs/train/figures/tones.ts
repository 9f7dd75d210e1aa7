/** Each chosen method keeps its line in every figure. */
import type { Tone } from "../../../charts/line-figure.ts";

const TONES: readonly Tone[] = ["main", "third", "fourth", "fifth", "sixth", "before"];

export const toneAt = (at: number): Tone => TONES[at % TONES.length] as Tone;
