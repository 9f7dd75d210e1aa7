/** T5: the bucket of each relative position, and the distances that each bucket holds. */
import type { Line } from "../../../charts/line-figure.ts";
import { domainOf } from "../../../charts/scale.ts";
import type { LabFigure } from "../../../lab/figure-data.ts";
import { setting, tick } from "../../../lab/number-text.ts";
import type { Buckets, CurvePart } from "../parts.ts";
import { bucketsPython } from "../python.ts";
import { t } from "../strings.ts";
import { relativeText } from "../texts.ts";

export interface BucketRow {
  bucket: number;
  /** Distances back and ahead, "8–11"; empty where there are none. */
  back: string;
  ahead: string;
}

export function bucketRows({ relatives, bucket }: Buckets, buckets: number): BucketRow[] {
  const farthest = relatives.at(-1) ?? 0;
  const span = (distances: readonly number[]): string => {
    if (distances.length === 0) return "";
    const [least, most] = [Math.min(...distances), Math.max(...distances)];
    if (most === farthest) return least === 0 ? t("bucket.all") : `≥ ${setting(least)}`;
    return least === most ? setting(least) : `${setting(least)}–${setting(most)}`;
  };
  return Array.from({ length: buckets }, (_, at) => {
    const held = relatives.filter((_, index) => bucket[index] === at);
    return {
      bucket: at,
      back: span(held.filter((relative) => relative <= 0).map(Math.abs)),
      ahead: span(held.filter((relative) => relative > 0)),
    };
  });
}

export function bucketsFigure(part: CurvePart, kept: CurvePart | null): LabFigure | null {
  const { buckets } = part;
  if (!buckets) return null;
  const { relatives, bucket } = buckets;
  const lines: Line[] = [{ name: t("line.bucket"), tone: "main", values: bucket }];
  if (kept?.buckets) {
    const found = new Map(kept.buckets.relatives.map((relative, at) => [relative, kept.buckets?.bucket[at]]));
    const values = relatives.map((relative) => found.get(relative) ?? Number.NaN);
    lines.unshift({ name: t("line.bucket.kept"), tone: "before", values });
  }
  const [first = 0, last = 0] = [relatives[0], relatives.at(-1)];
  return {
    chart: {
      title: t("figure.buckets"),
      description: t("figure.buckets.seen", {
        used: new Set(bucket).size,
        buckets: part.of.buckets,
        first: setting(bucket[0] ?? 0),
        last: setting(bucket.at(-1) ?? 0),
      }),
      x: { label: t("axis.relative"), kind: "linear", domain: [first, last], tick, print: relativeText },
      y: {
        label: t("axis.bucket"),
        kind: "linear",
        domain: domainOf(
          "linear",
          lines.map(({ values }) => values),
          [0, 1],
        ),
        tick: (value) => (value >= 0 && Number.isInteger(value) ? setting(value) : ""),
        print: setting,
      },
      points: relatives,
      lines,
      marks: [{ axis: "x", at: 0, label: t("mark.query"), side: "left" }],
    },
    columns: [
      { name: "relative_position", label: t("axis.relative"), values: relatives },
      { name: "bucket", label: t("axis.bucket"), values: bucket },
      ...(kept?.buckets ? [{ name: "kept", label: t("line.bucket.kept"), values: lines[0]?.values ?? [] }] : []),
    ],
    python: bucketsPython(part.of, first, last),
  };
}
