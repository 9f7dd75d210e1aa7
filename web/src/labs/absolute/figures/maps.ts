/** Encodings as positions × channels, products as positions × positions; kept, present, and their difference. */
import { commonDomain } from "../../../charts/figure.ts";
import type { MapFigure } from "../../../elements/map/map-figure.ts";
import { plain } from "../../../i18n/numbers.ts";
import { t as page } from "../../../i18n/page-strings.ts";
import { result } from "../../../lab/number-text.ts";
import { isLearned, layoutOf } from "../methods.ts";
import { encodingPython, literalPython } from "../python.ts";
import { t } from "../strings.ts";
import { dotsOf, rowsOf, type Side, type View } from "../view.ts";

/** With Python that makes the same numbers. */
export interface CopiedMap extends MapFigure {
  python: string;
}

/** kept and difference only while comparing; difference only where the sizes agree. */
export interface Maps {
  kept: CopiedMap | null;
  present: CopiedMap;
  difference: CopiedMap | null;
}

interface Kind {
  values(side: Side): ArrayLike<number>;
  columns(side: Side): number;
  name: string;
  columnWord: string;
  cell(row: number, column: number): string;
  describe(side: Side): string;
  python(side: Side): string;
}

const encodingKind = (): Kind => ({
  values: rowsOf,
  columns: ({ table }) => table.width,
  name: t("map.encoding"),
  columnWord: t("axis.channel"),
  cell: (position, channel) => t("map.encoding.cell", { position, channel }),
  describe: ({ state, table: { count, width } }) =>
    t(isLearned(state) ? "map.learned.seen" : "map.encoding.seen", { count, width }),
  python: (side) =>
    isLearned(side.state)
      ? literalPython("rows", rowsOf(side))
      : `${encodingPython(side.state)}\nrows = [encoding(p) for p in range(${side.table.count})]\n`,
});

const dotKind = (): Kind => ({
  values: dotsOf,
  columns: ({ table }) => table.count,
  name: t("map.dots"),
  columnWord: "q",
  cell: (p, q) => t("map.dots.cell", { p, q, k: plain(q - p) }),
  describe: (side) => {
    const { count } = side.table;
    const dots = dotsOf(side);
    const values = { count, least: result(Math.min(...dots)), most: result(Math.max(...dots)) };
    if (side.state.method === "learned") return t("map.dots.seen.learned", values);
    const { rest } = layoutOf(side.state.method, side.table.width);
    return t(rest === "sine" ? "map.dots.seen.odd" : "map.dots.seen", values);
  },
  python: (side) =>
    isLearned(side.state)
      ? literalPython("dots", dotsOf(side))
      : `${encodingPython(side.state)}
rows = [encoding(p) for p in range(${side.table.count})]
dots = [[sum(a * b for a, b in zip(p, q)) for q in rows] for p in rows]
`,
});

function mapsOf({ now, kept }: View, kind: Kind): Maps {
  const values = kind.values(now);
  const other = kept ? kind.values(kept) : null;
  const domain = commonDomain(values, other);
  const figure = (side: Side, of: ArrayLike<number>): CopiedMap => ({
    name: kind.name,
    description: kind.describe(side),
    rowWord: kind.columnWord === "q" ? "p" : t("axis.position"),
    columnWord: kind.columnWord,
    rows: side.table.count,
    columns: kind.columns(side),
    at: reader(of, kind.columns(side)),
    map: "diverging",
    domain,
    cell: kind.cell,
    python: kind.python(side),
  });
  const present = figure(now, values);
  if (!kept || !other) return { kept: null, present, difference: null };
  const hasSameSize = present.rows === kept.table.count && present.columns === kind.columns(kept);
  return {
    kept: { ...figure(kept, other), note: page("lab.side.kept") },
    present: { ...present, note: page("lab.side.present") },
    difference: hasSameSize ? differenceOf(present, values, other) : null,
  };
}

const reader =
  (values: ArrayLike<number>, columns: number) =>
  (row: number, column: number): number =>
    values[row * columns + column] as number;

function differenceOf(present: CopiedMap, now: ArrayLike<number>, other: ArrayLike<number>): CopiedMap {
  const values = Float64Array.from(now, (value, at) => value - (other[at] as number));
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return {
    ...present,
    note: t("map.difference"),
    description: t("map.difference.seen", { largest: result(largest) }),
    at: reader(values, present.columns),
    domain: commonDomain(values),
    python: literalPython("difference", values),
  };
}

export const encodingMaps = (view: View): Maps => mapsOf(view, encodingKind());
export const dotMaps = (view: View): Maps => mapsOf(view, dotKind());
