/** What A or B is, in words that tell them apart. */
import { layerTypeName } from "./answer.ts";
import type { ComparisonPart, Side } from "./parts.ts";
import { chosenLayers, type Reading } from "./reading.ts";
import { type ContextKey, t } from "./strings.ts";

export function sideOf({ name, resolution: { model, dialect } }: Reading, layerType: string | null): Side {
  const hasTypes = model && model.layerTypes.length > 1;
  return { name, dialect, layerType: hasTypes ? chosenLayers(model, layerType).name : null };
}

const sideName = ({ name, dialect, layerType }: Side, hasDialect: boolean): string => {
  const layers = layerType === null ? name : t("answer.layers", { name, layers: layerTypeName(layerType) });
  return hasDialect
    ? t("compare.in_dialect", { name: layers, dialect: t(`dialect.${dialect}` as ContextKey) })
    : layers;
};

/** The dialects are named where they differ, or where nothing else does. */
export function namesOf({ sides: [a, b] }: Pick<ComparisonPart, "sides">): [string, string] {
  if (a === null) return [t("compare.plain"), sideName(b, false)];
  const hasDialect = a.dialect !== b.dialect || sideName(a, false) === sideName(b, false);
  return [sideName(a, hasDialect), sideName(b, hasDialect)];
}

/** In copies, in their own names: "Gemma 3 4B, layers full_attention, read as huggingface". */
export const subjectLine = ({ name, layerType, dialect }: Side): string =>
  [name, ...(layerType === null ? [] : [`layers ${layerType}`]), `read as ${dialect}`].join(", ");
