/** The custom properties of drawings in files: the light scheme (styles/page.css and the charts say the same). */
export const PALETTE: Readonly<Record<string, string>> = {
  "--surface": "#fcfcfa",
  "--ink": "#1b1d20",
  "--ink-2": "#585d65",
  "--rule": "#e2e2dd",
  "--rule-strong": "#b9bbb8",
  "--cell-rule": "#e2e2dd",
  "--hatch": "#b4b6b3",
  "--accent": "#1d64ad",
  "--accent-wash": "#e9f0f8",
  "--line-main": "#1d64ad",
  "--line-before": "#585d65",
  "--line-third": "#c25e00",
  "--line-fourth": "#1a7a55",
  "--line-fifth": "#9a3a8c",
  "--line-sixth": "#7a6500",
};

/** A style sheet with its colours written out: what opens the file need not know custom properties. */
export const resolved = (style: string): string =>
  style.replace(/var\((--[\w-]+)\)/g, (_, name: string) => {
    const colour = PALETTE[name];
    if (colour === undefined) throw new RangeError(`${name} has no colour in files`);
    return colour;
  });
