/**
 * Where a lab stands: what holds its state, what shows it to others, how much of it is shown, and when it may work. The
 * page gives its address bar; an element and a frame give a place of their own.
 */
import type { Posenc, PosencOptions } from "../engine/index.ts";
import { browserPlace, type HistoryPlace } from "../state/history-place.ts";
import { readSettings, withSetting } from "../state/page-settings.ts";
import { Activity } from "./activity.ts";
import { FULL, type Presentation } from "./presentation.ts";

/** What a lab could not take or compute, or what of the way to show it is not understood, in words. */
export interface Fault {
  code: "state" | "compute" | "value";
  message: string;
}

export interface LabEnvironment {
  readonly place: HistoryPlace;
  /** The address that shows a state. */
  linkTo(hash: string): string;
  /** Folder of the site, with its slash at the end: what embedding snippets point to. */
  readonly base: string;
  /** Where the guide lies; null where it is not beside the lab. */
  readonly guide: string | null;
  /** The engine that the visitor chose. */
  readonly engine: { read(): string | null; write(engine: string | null): void };
  readonly presentation: Presentation;
  /** Of the lab's title among the headings of the page. */
  readonly titleLevel: 1 | 2;
  readonly activity: Activity;
  openCore(options?: PosencOptions): Promise<Posenc>;
  report(fault: Fault): void;
}

/** A file that the page around hands in: detail of the event "posenc-load". A lab that takes it prevents the default. */
export interface LoadedFile {
  name: string;
  bytes: Uint8Array;
}

/** A custom element that can be embedded. */
export interface Lab extends HTMLElement {
  environment: LabEnvironment;
  /** Names that may stand before "=" in its state. */
  readonly stateKeys: readonly string[];
  /** What can be hidden or locked, by name. */
  readonly settings: readonly string[];
}

/** <posenc-rotation-lab> -> "rotation" */
export const labOf = ({ localName }: HTMLElement): string => localName.replace(/^posenc-|-lab$/g, "");

/** Asks a core that is open for this alone. */
export async function askCore<T>({ openCore }: LabEnvironment, ask: (posenc: Posenc) => Promise<T>): Promise<T> {
  const posenc = await openCore();
  try {
    return await ask(posenc);
  } finally {
    posenc.close();
  }
}

/** Whether nothing may move by itself: the page around says so, or the reader's system. */
export const isStill = ({ presentation }: Pick<LabEnvironment, "presentation">): boolean =>
  presentation.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Scrolls to an element of a lab; at once where motion is not wanted, or what is above it changes at the same time. */
export function showStage(lab: Lab, id: string, how: "smooth" | "at once" = "smooth"): void {
  const behavior = how === "smooth" && !isStill(lab.environment) ? "smooth" : "auto";
  lab.shadowRoot?.querySelector(`#${id}`)?.scrollIntoView({ behavior, block: "start" });
}

/** The core alone: parts are small, and the worker is there at once. */
const CORE: PosencOptions = { engine: "wasm" };

/** The lab of the page: its address bar. */
export function pageEnvironment(): LabEnvironment {
  const activity = new Activity();
  return {
    place: browserPlace(),
    linkTo: (hash) => `${location.origin}${location.pathname}${location.search}${hash}`,
    base: new URL("./", document.baseURI).href,
    guide: "docs/",
    engine: {
      read: () => readSettings(location.search).engine,
      write: (engine) =>
        history.replaceState(
          history.state,
          "",
          `${location.pathname}${withSetting(location.search, "engine", engine)}${location.hash}`,
        ),
    },
    presentation: FULL,
    titleLevel: 1,
    activity,
    openCore: (options = CORE) => activity.open(options),
    report: () => {},
  };
}

export interface EmbeddedPlace {
  place: HistoryPlace;
  base: string;
  lab: string;
  presentation: Presentation;
  titleLevel: 1 | 2;
  report(fault: Fault): void;
}

/** A lab in somebody else's page: nothing of that page is read or written. */
export function embeddedEnvironment({
  place,
  base,
  lab,
  presentation,
  titleLevel,
  report,
}: EmbeddedPlace): LabEnvironment {
  const activity = new Activity();
  // The one that all labs share; a GPU is for those who choose it.
  let engine: string | null = "wasm";
  return {
    place,
    linkTo: (hash) => `${base}embed/?lab=${lab}${hash}`,
    base,
    guide: null,
    engine: {
      read: () => engine,
      write(next) {
        engine = next;
      },
    },
    presentation,
    titleLevel,
    activity,
    openCore: (options = CORE) => activity.open(options),
    report,
  };
}
