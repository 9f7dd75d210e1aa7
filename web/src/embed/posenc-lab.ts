/**
 * <posenc-lab lab="rotation" state="theta=500000">: a lab in somebody's page. It is fetched when it comes near the screen,
 * rests when it leaves it, and writes nothing outside itself. What stands inside it is shown until then, and where it
 * cannot run.
 *
 *   attributes and properties   lab state theme lang ui hide lock motion base transparent
 *   events                      posenc-ready, posenc-change {state}, posenc-error {code, message}
 *
 * Language and colours are one choice for all labs on a page: the one that was set last.
 */
import { version } from "../../../package.json";
import { messageOf } from "../engine/errors.ts";
import { isLanguage, language, onLanguage } from "../i18n/language.ts";
import type { Fault } from "../lab/environment.ts";
import tokens from "../styles/tokens.css?inline";
import { onScheme, scheme, setTheme } from "../ui/theme.ts";
import { isTheme } from "../ui/theme-names.ts";
import { type Asked, readAsked, reader } from "./asked.ts";
import frame from "./frame.css?inline";
import { isLabName } from "./labs.ts";
import { LabView } from "./view.ts";
import { ATTRIBUTES, LAB_NAMES } from "./vocabulary.ts";
import { speak } from "./words.ts";

type Attribute = (typeof ATTRIBUTES)[number];

/** What a new view is made for; the others are changes to one that is there. */
const REBUILD: readonly string[] = ["lab", "ui", "hide", "lock", "motion", "base"];

/** Where element.js lies, which knows. */
let siteBase = "";
let sheets: CSSStyleSheet[] | null = null;

function makeSheets(): CSSStyleSheet[] {
  return [tokens, frame].map((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
}

export class PosencLab extends HTMLElement {
  static readonly observedAttributes = ATTRIBUTES;

  private readonly box = document.createElement("div");
  private view: LabView | null = null;
  private isNear = false;
  private isStale = false;
  private stops: (() => void)[] = [];

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    sheets ??= makeSheets();
    root.adoptedStyleSheets = sheets;
    this.box.className = "posenc";
    this.box.append(document.createElement("slot"));
    root.append(this.box);
  }

  connectedCallback(): void {
    this.takeOver();
    const paint = () => {
      this.box.dataset.scheme = scheme();
    };
    const speakHere = () => {
      this.box.lang = language();
    };
    paint();
    speakHere();
    const observer = new IntersectionObserver(
      (entries) => {
        this.isNear = entries.at(-1)?.isIntersecting ?? false;
        this.settle();
      },
      { rootMargin: "200px" },
    );
    observer.observe(this);
    this.stops = [onScheme(paint), onLanguage(speakHere), () => observer.disconnect()];
  }

  disconnectedCallback(): void {
    for (const stop of this.stops) stop();
    this.isNear = false;
    this.drop();
  }

  attributeChangedCallback(name: Attribute, before: string | null, value: string | null): void {
    if (before === value) return;
    if (name === "theme" && isTheme(value)) setTheme(value);
    else if (name === "lang" && isLanguage(value)) void speak(value);
    else if (name === "state" && this.view) this.view.state = value ?? "";
    else if (REBUILD.includes(name) && this.view) this.rebuild();
    else if (this.view) this.say(this.asked.notes.filter((note) => note.startsWith(`${name}:`)));
  }

  /** As it is shown now, without "#"; setting it is like following a link. */
  get state(): string {
    return this.view?.state ?? this.getAttribute("state") ?? "";
  }

  set state(next: string) {
    if (this.view) this.view.state = next;
    else this.setAttribute("state", next);
  }

  /** A property that was set before this class was there hides the accessor: it is set anew. */
  private takeOver(): void {
    for (const name of ATTRIBUTES) {
      if (!Object.hasOwn(this, name)) continue;
      const value: unknown = Reflect.get(this, name);
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }
  }

  private settle(): void {
    if (!this.isNear) this.view?.pause();
    else if (this.view) this.view.resume();
    else void this.open();
  }

  /** Several attributes that change at once make one new view. */
  private rebuild(): void {
    if (this.isStale) return;
    this.isStale = true;
    queueMicrotask(() => {
      this.isStale = false;
      if (!this.view) return;
      const { state } = this;
      this.drop();
      if (this.isNear) void this.open(state);
    });
  }

  private drop(): void {
    this.view?.close();
    this.view = null;
    this.box.replaceChildren(document.createElement("slot"));
  }

  private async open(state = this.state): Promise<void> {
    const lab = this.getAttribute("lab");
    if (!isLabName(lab)) {
      this.fail({ code: "state", message: `lab: expected ${LAB_NAMES.join(", ")}, got ${lab ?? "nothing"}` });
      return;
    }
    const { presentation, notes } = this.asked;
    this.say(notes);
    const view = new LabView(this.box, {
      lab,
      state,
      presentation,
      base: this.getAttribute("base") ?? siteBase,
      titleLevel: 2,
      changed: (state) => this.tell("posenc-change", { state }),
      report: (fault) => this.tell("posenc-error", fault),
    });
    this.view = view;
    try {
      await view.open();
      if (this.view === view) this.tell("posenc-ready", { version, lab });
    } catch (thrown) {
      if (this.view === view) this.fail({ code: "compute", message: messageOf(thrown) });
    }
  }

  private get asked(): Asked {
    return readAsked(reader((name) => this.getAttribute(name)));
  }

  /** What was asked for and not understood. */
  private say(notes: readonly string[]): void {
    for (const message of notes) {
      console.warn(`posenc: ${message}`);
      this.tell("posenc-error", { code: "value", message });
    }
  }

  /** Beside what stands inside. */
  private fail(fault: Fault): void {
    const words = document.createElement("p");
    words.setAttribute("role", "alert");
    words.textContent = `posenc: ${fault.message}`;
    this.box.replaceChildren(document.createElement("slot"), words);
    this.tell("posenc-error", fault);
  }

  private tell(name: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

for (const name of ATTRIBUTES) {
  if (name === "state" || name === "lang") continue;
  Object.defineProperty(PosencLab.prototype, name, {
    get(this: PosencLab) {
      return this.getAttribute(name) ?? "";
    },
    set(this: PosencLab, value: string | null) {
      if (value === null) this.removeAttribute(name);
      else this.setAttribute(name, String(value));
    },
    enumerable: true,
  });
}

/** Once per page: of two copies the first one stays. */
export function definePosencLab(scriptUrl: string): void {
  siteBase = /^https?:/.test(scriptUrl) ? scriptUrl.replace(/[^/]*$/, "") : new URL("./", document.baseURI).href;
  if (!customElements.get("posenc-lab")) customElements.define("posenc-lab", PosencLab);
}

declare global {
  interface HTMLElementTagNameMap {
    "posenc-lab": PosencLab;
  }
  interface GlobalEventHandlersEventMap {
    "posenc-ready": CustomEvent<{ version: string; lab: string }>;
    "posenc-change": CustomEvent<{ state: string }>;
    "posenc-error": CustomEvent<{ code: string; message: string }>;
  }
}
