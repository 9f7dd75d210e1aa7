/** The page for frames: the lab of its address, told about and told what to do by messages. */
import { version } from "../../../package.json";
import { messageOf } from "../engine/errors.ts";
import { language, onLanguage } from "../i18n/language.ts";
import { type PageKey, t } from "../i18n/page-strings.ts";
import type { Fault } from "../lab/environment.ts";
import { keepPage } from "../ui/dropped-files.ts";
import { paintPage, setTheme } from "../ui/theme.ts";
import { readAddress } from "./address.ts";
import { openChannel } from "./channel.ts";
import { watchHeight } from "./height.ts";
import { CAPABILITIES, type MessageIn } from "./messages.ts";
import { LabView } from "./view.ts";
import { speak } from "./words.ts";

const address = readAddress(location);
const root = document.documentElement;
const box = document.querySelector("main") as HTMLElement;

keepPage();
paintPage();
setTheme(address.theme);
if (address.isTransparent) root.dataset.transparent = "";

onLanguage(() => {
  root.lang = language();
  document.title = t(`page.title.${address.lab ?? "home"}` as PageKey);
});

const view = new LabView(box, {
  lab: address.lab,
  state: address.state,
  presentation: address.presentation,
  base: new URL("../", document.baseURI).href,
  titleLevel: 1,
  changed: (state) => channel.send({ type: "posenc:change", state }),
  report,
});

const channel = openChannel(address.id, hear);
/** Scrolled out of sight by the page around it, or told to rest by it. */
const rests = { unseen: false, told: false };

const ANSWERS: { [Type in MessageIn["type"]]: (message: Extract<MessageIn, { type: Type }>) => void } = {
  "posenc:ping": sayReady,
  "posenc:get": () => channel.send({ type: "posenc:change", state: view.state }),
  "posenc:set": ({ state }) => {
    view.state = state;
  },
  "posenc:theme": ({ theme }) => setTheme(theme),
  "posenc:lang": ({ lang }) => void speak(lang),
  "posenc:pause": () => rest(true),
  "posenc:resume": () => rest(false),
  "posenc:load": (file) => {
    if (!view.load(file)) channel.refuse("load", `${file.name}: the lab ${address.lab} takes no files`);
  },
};

function hear(message: MessageIn): void {
  (ANSWERS[message.type] as (message: MessageIn) => void)(message);
}

function report({ code, message }: Fault): void {
  channel.refuse(code, message);
}

function sayReady(): void {
  channel.send({ type: "posenc:ready", version, capabilities: CAPABILITIES });
}

function rest(told: boolean): void {
  rests.told = told;
  settle();
}

function settle(): void {
  if (rests.unseen || rests.told) view.pause();
  else view.resume();
}

if (address.height === null) watchHeight(box, (height) => channel.send({ type: "posenc:height", height }));
else {
  box.style.height = `${address.height}px`;
  box.style.overflow = "auto";
  channel.send({ type: "posenc:height", height: address.height });
}

// The lab computes when it is near the screen, and only then; what is fetched before draws the frame.
new IntersectionObserver(
  ([entry]) => {
    rests.unseen = entry?.isIntersecting === false;
    settle();
  },
  { rootMargin: "200px" },
).observe(box);
rests.unseen = true;
settle();

try {
  await speak(address.lang);
  for (const message of address.notes) {
    console.warn(`posenc: ${message}`);
    report({ code: "value", message });
  }
  if (address.lab === null) showFault(address.notes.join(" "));
  else {
    await view.open();
    sayReady();
  }
} catch (thrown) {
  showFault(messageOf(thrown));
  report({ code: "compute", message: messageOf(thrown) });
}

function showFault(message: string): void {
  const fault = document.createElement("p");
  fault.setAttribute("role", "alert");
  fault.textContent = `${t("embed.failed")} ${message}`;
  box.replaceChildren(fault);
}
