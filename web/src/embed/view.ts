/**
 * A lab in a box: fetched, given its state and what is to be shown of it, rebuilt when what is shown changes. Words and
 * colours are one choice per page: figures that lie side by side are to be compared.
 */
import { embeddedEnvironment, type Fault, type Lab, type LabEnvironment, type LoadedFile } from "../lab/environment.ts";
import type { Presentation } from "../lab/presentation.ts";
import { type MemoryPlace, memoryPlace } from "../state/memory-place.ts";
import { ofLab } from "./asked.ts";
import { makeLab } from "./labs.ts";
import type { LabName } from "./vocabulary.ts";
import { speak } from "./words.ts";

export interface ViewOptions {
  /** null: nothing is shown. */
  lab: LabName | null;
  /** As in an address, with or without "#". */
  state: string;
  presentation: Presentation;
  base: string;
  /** Of the lab's title among the headings of the page: 1 where it is the page. */
  titleLevel: 1 | 2;
  changed(state: string): void;
  report(fault: Fault): void;
}

/** A slider moves in many small steps; the page around hears of where it rests. */
const CHANGE_PAUSE_MS = 100;

export class LabView {
  private environment: LabEnvironment | null = null;
  private place: MemoryPlace | null = null;
  private lab: Lab | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private told = "";
  private closed = false;
  private resting = false;

  constructor(
    private readonly box: Element,
    private readonly options: ViewOptions,
  ) {}

  /** Rejects where the lab cannot be fetched. */
  async open(): Promise<void> {
    const { lab, state, base, titleLevel, report } = this.options;
    if (lab === null) return;
    const made = await makeLab(lab);
    // The lab brought words of its own.
    await speak();
    if (this.closed) return;
    const say = (code: Fault["code"]) => (message: string) => {
      console.warn(`posenc: ${message}`);
      report({ code, message });
    };
    const place = memoryPlace(knownState(made, state, say("state")), () => this.tell());
    const names = { settings: made.settings, sections: async () => (await import("./sections.ts")).SECTIONS[lab] };
    const presentation = await ofLab(this.options.presentation, names, say("value"));
    if (this.closed) return;
    this.environment = embeddedEnvironment({ place, lab, base, presentation, titleLevel, report });
    made.environment = this.environment;
    this.place = place;
    this.told = this.state;
    this.lab = made;
    if (this.resting) this.environment.activity.pause();
    this.box.replaceChildren(made);
  }

  get state(): string {
    return (this.place?.hash() ?? this.options.state).replace(/^#/, "");
  }

  set state(next: string) {
    if (!this.place) this.options.state = next;
    else if (next.replace(/^#/, "") !== this.state) {
      this.place.go(next);
      this.tell();
    }
  }

  /** Whether the lab takes the file. */
  load(file: LoadedFile): boolean {
    return (
      this.lab !== null && !this.lab.dispatchEvent(new CustomEvent("posenc-load", { detail: file, cancelable: true }))
    );
  }

  pause(): void {
    this.resting = true;
    this.environment?.activity.pause();
  }

  resume(): void {
    this.resting = false;
    this.environment?.activity.resume();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.lab?.remove();
  }

  private tell(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.state === this.told) return;
      this.told = this.state;
      this.options.changed(this.state);
    }, CHANGE_PAUSE_MS);
  }
}

/** Without the keys that the lab does not know, which are said: an address may carry others. */
function knownState({ stateKeys }: Lab, state: string, say: (note: string) => void): string {
  const pieces = state.replace(/^#/, "").split("&").filter(Boolean);
  const known = pieces.filter((piece) => stateKeys.includes(keyOf(piece)));
  const others = pieces.filter((piece) => !known.includes(piece)).map(keyOf);
  if (others.length > 0) say(`not read: ${others.join(", ").slice(0, MOST_SAID)}. Known: ${stateKeys.join(", ")}`);
  return known.join("&");
}

const MOST_SAID = 200;

const keyOf = (piece: string): string => piece.split("=", 1)[0] ?? "";
