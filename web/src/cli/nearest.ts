/** Slips of the keyboard. */

/** The closest of `known`, where it is close enough to be meant. */
export function nearest(text: string, known: readonly string[]): string | undefined {
  const most = Math.max(1, Math.floor(text.length / 3));
  let best: { name: string; distance: number } | undefined;
  for (const name of known) {
    const distance = editDistance(text.toLowerCase(), name);
    if (distance <= most && distance < (best?.distance ?? Number.POSITIVE_INFINITY)) best = { name, distance };
  }
  return best?.name;
}

/** What an error of the core lists, and what came: "; did you mean rotary?". */
export function suggestion(message: string): string {
  const [, listed = "", came = ""] =
    /expected (?:only the fields )?([\w, ]+), got (?:also )?"(\w+)"$/.exec(message) ?? [];
  return came === "" ? "" : didYouMean(came, listed.split(/, | or /));
}

/** "; did you mean explain?", or nothing. */
export function didYouMean(text: string, known: readonly string[]): string {
  // "theta" for rope_theta
  const name = nearest(text, known) ?? known.find((one) => one.split("_").includes(text));
  return name === undefined ? "" : `; did you mean ${name}?`;
}

/** Letters put in, left out, changed, or two neighbours swapped. */
function editDistance(a: string, b: string): number {
  const row = (i: number) => rows[i] as number[];
  const at = (i: number, j: number) => row(i)[j] as number;
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    rows.push([i]);
    for (let j = 1; j <= b.length; j++) {
      const changed = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row(i).push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, changed, swapped ? at(i - 2, j - 2) + 1 : changed));
    }
  }
  return at(a.length, b.length);
}
