/** How a lab gets into other people's pages: the text that is copied, one kind per place. */

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
}

/** Until the frame has said how high it is. */
const HEIGHT = 640;

/** The frame's address. Short and readable where the state is; what a server need not see stays behind "#". */
export function embedAddress({ base, lab, state }: Omit<Embedded, "title">): string {
  const isLong = /^(problem|context)=/.test(state);
  return `${base}embed/?lab=${lab}${state === "" ? "" : isLong ? `#${state}` : `&${state}`}`;
}

export function snippet(kind: Snippet, embedded: Embedded): string {
  const { base, lab, state, title } = embedded;
  const address = embedAddress(embedded);
  const attributes = `lab="${attribute(lab)}"${state === "" ? "" : ` state="${attribute(state)}"`}`;
  switch (kind) {
    case "link":
      return address;
    case "iframe":
      return `${frame(attribute(address), attribute(title))}\n${follow(`<script>`, `</script>`)}`;
    case "element":
      return `<script type="module" src="${attribute(base)}element.js"></script>\n<posenc-lab ${attributes}><a href="${attribute(address)}">${attribute(title)}</a></posenc-lab>`;
    case "mkdocs":
      return [
        "<!-- mkdocs.yml:",
        "extra_javascript:",
        `  - path: ${base}element.js`,
        "    type: module",
        "-->",
        `<posenc-lab ${attributes}><a href="${attribute(address)}">${attribute(title)}</a></posenc-lab>`,
      ].join("\n");
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
