/** Styles of components without comments and spaces: css`…` is text to the bundler, which minifies only the script around it. */
import { transform } from "lightningcss";
import type { Plugin } from "vite";

/** Without them it writes shorthands that no browser reads yet, animation with a timeline for one. */
const targets = { chrome: 120 << 16, firefox: 121 << 16, safari: 17 << 16 };

/** Literals without ${…}; the few others stay as they are. */
const LITERAL = /\bcss`([^`$\\]+)`/g;

export const minifyStyles = (): Plugin => ({
  name: "posenc-minify-styles",
  apply: "build",
  transform(code, id) {
    if (!/\/web\/src\/[^?]+\.ts$/.test(id) || !code.includes("css`")) return null;
    const minified = code.replace(LITERAL, (_, text: string) => {
      const { code } = transform({ filename: id, code: Buffer.from(text), minify: true, targets });
      return `css\`${code.toString().replaceAll("\\", "\\\\")}\``;
    });
    return { code: minified, map: null };
  },
});
