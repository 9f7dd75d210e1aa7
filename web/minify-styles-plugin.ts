/** Styles of components without comments and spaces: css`…` is text to the bundler, which minifies only the script around it. */
import { transform } from "lightningcss";
import type { Plugin } from "vite";

/** Literals without ${…}; the few others stay as they are. */
const LITERAL = /\bcss`([^`$\\]+)`/g;

export const minifyStyles = (): Plugin => ({
  name: "posenc-minify-styles",
  apply: "build",
  transform(code, id) {
    if (!/\/web\/src\/[^?]+\.ts$/.test(id) || !code.includes("css`")) return null;
    const minified = code.replace(LITERAL, (_, text: string) => {
      const { code } = transform({ filename: id, code: Buffer.from(text), minify: true });
      return `css\`${code.toString().replaceAll("\\", "\\\\")}\``;
    });
    return { code: minified, map: null };
  },
});
