/**
 * Rows in which every pair (value of one feature, value of another) occurs at least once. Greedy: each row starts
 * from the first pair still open and takes, feature by feature, the value that closes most open pairs.
 */
export function pairwise(choices: Readonly<Record<string, readonly unknown[]>>): Record<string, unknown>[] {
  const names = Object.keys(choices);
  const open = new Set<string>();
  const pairOf = (a: number, i: number, b: number, j: number) =>
    a < b ? `${a}:${i}|${b}:${j}` : `${b}:${j}|${a}:${i}`;
  const sizes = names.map((name) => choices[name]?.length ?? 0);
  for (let a = 0; a < names.length; a++)
    for (let b = a + 1; b < names.length; b++)
      for (let i = 0; i < (sizes[a] ?? 0); i++) for (let j = 0; j < (sizes[b] ?? 0); j++) open.add(pairOf(a, i, b, j));

  const rows: Record<string, unknown>[] = [];
  while (open.size > 0) {
    const [first = ""] = open;
    const row = new Map(first.split("|").map((part) => part.split(":").map(Number) as [number, number]));
    for (let a = 0; a < names.length; a++) {
      if (row.has(a)) continue;
      const gain = (i: number) => [...row].filter(([b, j]) => open.has(pairOf(a, i, b, j))).length;
      const candidates = Array.from({ length: sizes[a] ?? 0 }, (_, i) => i);
      // Ties take turns, so that no value is always the one that fills up.
      const turn = rows.length % candidates.length;
      const rotated = [...candidates.slice(turn), ...candidates.slice(0, turn)];
      row.set(
        a,
        rotated.reduce((best, i) => (gain(i) > gain(best) ? i : best)),
      );
    }
    for (const [a, i] of row) for (const [b, j] of row) if (a !== b) open.delete(pairOf(a, i, b, j));
    rows.push(Object.fromEntries(names.map((name, a) => [name, choices[name]?.[row.get(a) ?? 0]])));
  }
  return rows;
}
