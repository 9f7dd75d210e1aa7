/** Prose with `code` in it, as HTML. */
export const inline = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replace(/`([^`]+)`/g, "<code>$1</code>");
