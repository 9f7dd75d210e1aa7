/** Made at build time by web/colour-schemes-plugin.ts: "#rrggbb" each. */
declare module "#colour-schemes" {
  /** PuOr of 11 classes. */
  export const puOr: readonly string[];
  /** Blues of 9 classes. */
  export const blues: readonly string[];
}
