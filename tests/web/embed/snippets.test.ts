/** The text that is copied into other pages. */
import { describe, expect, it } from "vitest";
import { blocks, SNIPPETS, snippet } from "../../../web/src/embed/snippets.ts";

const rotation = {
  base: "https://a.example/posenc/",
  lab: "rotation",
  state: "theta=500000&pairing=interleaved",
  title: 'Rotation "RoPE" & <more>',
};
const order = { ...rotation, lab: "order", state: "problem=%7B%7D", title: "Order" };

describe("a snippet", () => {
  it("has a readable address where the state is readable, and hides a long one behind #", () => {
    expect(snippet("link", rotation)).toBe(
      "https://a.example/posenc/embed/?lab=rotation&theta=500000&pairing=interleaved",
    );
    expect(snippet("link", order)).toBe("https://a.example/posenc/embed/?lab=order#problem=%7B%7D");
    expect(snippet("link", { ...order, state: "" })).toBe("https://a.example/posenc/embed/?lab=order");
  });

  it.each(["iframe", "element", "mkdocs"] as const)("for %s escapes what stands in attributes", (kind) => {
    const text = snippet(kind, rotation);
    expect(text).toContain("theta=500000&amp;pairing=interleaved");
    expect(text).not.toContain("<more>");
    expect(text).not.toMatch(/&(?!amp;|quot;|lt;|gt;)/);
  });

  it("for Quarto escapes a title in Markdown too", () => {
    expect(snippet("quarto", rotation)).toContain('[Rotation "RoPE" \\& \\<more\\>](<https://a.example/');
  });

  it("for Docusaurus is JSX", () => {
    const text = snippet("docusaurus", rotation);
    expect(text).toContain('src={"https://a.example/posenc/embed/?lab=rotation&theta=500000&pairing=interleaved"}');
    expect(text).toContain("style={{border: 0}}");
  });

  it("for Jupyter is Python", () =>
    expect(snippet("jupyter", rotation)).toBe(
      'from IPython.display import IFrame\nIFrame("https://a.example/posenc/embed/?lab=rotation&theta=500000&pairing=interleaved", width="100%", height=640)',
    ));

  it("names the lab and its place, of whatever kind", () => {
    for (const kind of SNIPPETS) {
      expect(snippet(kind, order)).toContain("https://a.example/posenc/");
      expect(snippet(kind, order)).toContain("order");
    }
  });

  it("asks for words, colours and how much is shown, as keys before the state or as attributes", () => {
    const shown = { ui: "min", theme: "dark", lang: "zh-Hans" } as const;
    expect(snippet("link", { ...order, shown })).toBe(
      "https://a.example/posenc/embed/?lab=order&ui=min&theme=dark&lang=zh-Hans#problem=%7B%7D",
    );
    expect(snippet("element", { ...order, state: "", shown })).toContain(
      '<posenc-lab lab="order" ui="min" theme="dark" lang="zh-Hans"><a href="https://a.example/posenc/embed/?lab=order&amp;ui=min&amp;theme=dark&amp;lang=zh-Hans">',
    );
    for (const kind of SNIPPETS) expect(snippet(kind, { ...rotation, shown })).toContain("zh-Hans");
  });

  it("for MkDocs is two blocks for two files, each for itself", () => {
    const [settings, page] = blocks("mkdocs", order);
    expect(settings).toEqual({
      file: "mkdocs.yml",
      text: "extra_javascript:\n  - path: https://a.example/posenc/element.js\n    type: module",
    });
    expect(page).toEqual({ file: "*.md", text: snippet("mkdocs", order) });
    expect(page?.text).toMatch(/^<posenc-lab .*<\/posenc-lab>$/);
    for (const kind of SNIPPETS) expect(blocks(kind, order)).toHaveLength(kind === "mkdocs" ? 2 : 1);
  });
});
