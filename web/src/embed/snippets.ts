/** How a lab gets into other people's pages: the text that is copied, one kind per place. */
import type { Language } from "../i18n/language.ts";
import type { Ui } from "../lab/presentation.ts";
import type { Theme } from "../ui/theme-names.ts";

export const SNIPPETS = ["link", "iframe", "element", "mkdocs", "docusaurus", "quarto", "myst", "jupyter"] as const;
export type Snippet = (typeof SNIPPETS)[number];

export interface Embedded {
  /** Folder with element.js and embed/, with its slash at the end. */
  base: string;
  lab: string;
  /** As in the address, without "#"; "" for the start. */
  state: string;
  /** For those who cannot see the frame. */
  title: string;
  /** Without it, as always where it is not asked for. */
  shown?: Shown;
}

/** What of the way a lab is shown a snippet asks for: by the keys of an address, which are the element's attributes. */
export interface Shown {
  ui?: Ui;
  theme?: Theme;
  lang?: Language;
}

/** What belongs into one file. */
export interface Block {
  /** Where there are several; "" where one stands for itself. */
  file: string;
  text: string;
}

/** Until the frame has said how high it is. */
const HEIGHT = 640;

const pairs = (shown: Shown = {}): [string, string][] => Object.entries(shown);

/** The frame's address. Short and readable where the state is; what a server need not see stays behind "#". */
export function embedAddress({ base, lab, state, shown }: Omit<Embedded, "title">): string {
  const isLong = /^(problem|context)=/.test(state);
  const keys = pairs(shown).map(([key, value]) => `&${key}=${value}`);
  return `${base}embed/?lab=${lab}${keys.join("")}${state === "" ? "" : isLong ? `#${state}` : `&${state}`}`;
}

/** What a page needs, in as many blocks as there are files. */
export function blocks(kind: Snippet, embedded: Embedded): readonly Block[] {
  const page = snippet(kind, embedded);
  return kind === "mkdocs" ? [mkdocsSettings(embedded), { file: "*.md", text: page }] : [{ file: "", text: page }];
}

const mkdocsSettings = ({ base }: Embedded): Block => ({
  file: "mkdocs.yml",
  text: ["extra_javascript:", `  - path: ${base}element.js`, "    type: module"].join("\n"),
});

/** What stands where the lab is to be. */
export function snippet(kind: Snippet, embedded: Embedded): string {
  const { base, title } = embedded;
  const address = embedAddress(embedded);
  switch (kind) {
    case "link":
      return address;
    case "iframe":
      return `${frame(attribute(address), attribute(title))}\n${follow(`<script>`, `</script>`)}`;
    case "element":
      return `<script type="module" src="${attribute(base)}element.js"></script>\n${element(embedded)}`;
    case "mkdocs":
      return element(embedded);
    case "docusaurus":
      return [
        `<iframe src=${expression(address)} title=${expression(title)} width="100%" height="${HEIGHT}"`,
        `  loading="lazy" allow="clipboard-write" style={{border: 0}} />`,
      ].join("\n");
    case "quarto":
      return [
        '::: {.content-visible when-format="html"}',
        "```{=html}",
        frame(attribute(address), attribute(title)),
        follow("<script>", "</script>"),
        "```",
        ":::",
        "",
        '::: {.content-visible unless-format="html"}',
        `[${markdown(title)}](<${address}>)`,
        ":::",
      ].join("\n");
    case "myst":
      return [`:::{iframe} ${address}`, ":width: 100%", `:title: ${title}`, `${title}`, ":::"].join("\n");
    case "jupyter":
      return [
        "from IPython.display import IFrame",
        `IFrame(${JSON.stringify(address)}, width="100%", height=${HEIGHT})`,
      ].join("\n");
  }
}

function element(embedded: Embedded): string {
  const { lab, state, title, shown } = embedded;
  const attributes = [["lab", lab], ...(state === "" ? [] : [["state", state]]), ...pairs(shown)];
  const said = attributes.map(([name, value]) => `${name}="${attribute(value as string)}"`).join(" ");
  return `<posenc-lab ${said}><a href="${attribute(embedAddress(embedded))}">${attribute(title)}</a></posenc-lab>`;
}

const frame = (address: string, title: string): string =>
  `<iframe src="${address}" title="${title}" width="100%" height="${HEIGHT}" loading="lazy" allow="clipboard-write" style="border: 0"></iframe>`;

/** Gives each frame the height that it asks for. Messages of other windows are not listened to. */
const follow = (open: string, close: string): string =>
  [
    open,
    'addEventListener("message", ({ data, source }) => {',
    '  if (data?.type !== "posenc:height") return;',
    '  for (const frame of document.querySelectorAll("iframe"))',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a template of the page's
    "    if (frame.contentWindow === source) frame.style.height = `${data.height}px`;",
    "});",
    close,
  ].join("\n");

const SIGNS: Record<string, string> = { "&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;" };
const attribute = (text: string): string => text.replace(/[&"<>]/g, (sign) => SIGNS[sign] as string);
/** Of JSX. */
const expression = (text: string): string => `{${JSON.stringify(text)}}`;
const markdown = (text: string): string => text.replace(/[\\[\]<>&]/g, "\\$&");
