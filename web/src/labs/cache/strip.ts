/** The cache as a strip, one cell for each token: its rows in words, its numbers, and its drawing for files. */
import type { Drawing } from "../../charts/drawing.ts";
import { sideName } from "../../lab/controls.ts";
import type { Column } from "../../lab/figure-data.ts";
import { setting } from "../../lab/number-text.ts";
import { type Stale, staleKeys } from "./parts/stale.ts";
import { cachedOf, storageOf } from "./problem.ts";
import type { CacheState } from "./state.ts";
import { t } from "./strings.ts";

/** What the strip is of. */
export interface StripSubject {
  state: CacheState;
  /** Laid beside it. */
  other: CacheState | null;
  stale: Stale | undefined;
}

/** The key of a token. */
export interface Key {
  isCached: boolean;
  isNewest: boolean;
  isStale: boolean;
}

/** In the cell of a token that is still to come. */
export const NOT_YET = "·";

export function keysOf({ state, stale }: StripSubject): Key[] {
  const { cached, tokens } = cachedOf(state);
  const old = stale ? staleKeys(stale, cached) : [];
  return tokens.map((_, at) => ({
    isCached: at < cached,
    isNewest: at === cached - 1,
    isStale: old[at] === true,
  }));
}

/** A cached key in signs: what of its position it carries. */
export function symbolOf(state: CacheState, position: number): string {
  const place = [...String(position)].map((digit) => "₀₁₂₃₄₅₆₇₈₉"[Number(digit)]).join("");
  switch (storageOf(state)) {
    case "rotated":
      return `R${place}k`;
    case "scaled":
      return `ζ⁻R${place}k`;
    case "absolute":
      return `W(x+p${place})`;
    default:
      return "k";
  }
}

/** Of the slowest pair, at the length at which a key came. */
const frequencyAt = ({ frequencies }: Stale, prompt: number, at: number): number =>
  frequencies[Math.max(at + 1, prompt) - 1]?.inv_freq.at(-1) ?? Number.NaN;

/** What is said of each token, below it. */
export function rowsOf(subject: StripSubject): { name: string; cells: string[] }[] {
  const { state, other, stale } = subject;
  const { prompt } = cachedOf(state);
  const keys = keysOf(subject);
  const row = (name: string, cell: (at: number) => string) => ({ name, cells: keys.map((_, at) => cell(at)) });
  const cached = (name: string, cell: (at: number) => string) =>
    row(name, (at) => (keys[at]?.isCached ? cell(at) : NOT_YET));
  const stored = (of: CacheState, side: "other" | "state") =>
    cached(other ? `${t("strip.stored")} (${sideName(side)})` : t("strip.stored"), (at) => symbolOf(of, at));
  return [
    row(t("strip.position"), String),
    row(t("strip.came"), (at) => (at < prompt ? t("strip.prompt") : t("strip.step", { step: at - prompt + 1 }))),
    ...(other ? [stored(other, "other")] : []),
    stored(state, "state"),
    ...(stale
      ? [
          cached(t("strip.frequency"), (at) => setting(frequencyAt(stale, prompt, at))),
          cached(t("strip.if_kept"), (at) => t(keys[at]?.isStale ? "strip.stale" : "strip.valid")),
        ]
      : []),
  ];
}

/** Step 0 is the prompt's; 1 in `cached` and `stale` stands for yes. */
export function columnsOf(subject: StripSubject): Column[] {
  const { state, stale } = subject;
  const { prompt, tokens } = cachedOf(state);
  const keys = keysOf(subject);
  const column = (name: string, values: (string | number)[]): Column => ({ name, label: name, values });
  const numbers = (name: string, of: (at: number) => number) =>
    column(
      name,
      keys.map((_, at) => of(at)),
    );
  return [
    column("token", [...tokens]),
    column(
      "stored",
      keys.map(({ isCached }, at) => (isCached ? symbolOf(state, at) : "")),
    ),
    numbers("position", (at) => at),
    numbers("step", (at) => Math.max(0, at - prompt + 1)),
    numbers("cached", (at) => Number(keys[at]?.isCached)),
    ...(stale
      ? [
          numbers("inv_freq_of_slowest", (at) => frequencyAt(stale, prompt, at)),
          numbers("stale", (at) => Number(keys[at]?.isStale)),
        ]
      : []),
  ];
}

export async function drawing(subject: StripSubject): Promise<Drawing> {
  const { stripDrawing } = await import("../../charts/draw-strip.ts");
  const { tokens } = cachedOf(subject.state);
  const tones = keysOf(subject).map(({ isCached, isNewest, isStale }) => {
    if (isStale) return "hatched";
    if (isNewest) return "chosen";
    return isCached ? "plain" : "dashed";
  });
  const rows = [{ name: t("strip.token"), cells: tokens }, ...rowsOf(subject)];
  return stripDrawing(
    rows.map(({ name, cells }) => ({
      name,
      cells: cells.map((text, at) => ({ text, tone: tones[at] ?? "plain" })),
    })),
  );
}
