/** The menu of methods: where they put positions in, and who described them. */
import type { MenuGroup } from "../../elements/choice-menu.ts";
import { language } from "../../i18n/language.ts";
import type { Kind } from "./state.ts";
import { type ScoresKey, t } from "./strings.ts";

const GROUPS: readonly { name: string; kinds: readonly Kind[] }[] = [
  { name: "none", kinds: ["none"] },
  { name: "input", kinds: ["sinusoidal", "learned"] },
  { name: "rotation", kinds: ["rotary"] },
  { name: "vectors", kinds: ["shaw", "transformer_xl", "deberta"] },
  { name: "bias", kinds: ["t5_bias", "alibi", "kerple", "sandwich", "fire"] },
  { name: "gates", kinds: ["cope"] },
];

/** Year, authors and other names that may be typed. */
const FOUND_BY: Readonly<Record<Kind, readonly [year: string, search: string]>> = {
  none: ["", "nope"],
  sinusoidal: ["2017", "vaswani sine cosine absolute"],
  learned: ["2018", "devlin absolute table bert gpt"],
  rotary: ["2021", "su relative rope roformer llama qwen"],
  shaw: ["2018", "shaw relative"],
  transformer_xl: ["2019", "dai relative xlnet"],
  deberta: ["2021", "he relative disentangled"],
  t5_bias: ["2020", "raffel relative bucket"],
  alibi: ["2022", "press relative slope bloom mpt"],
  kerple: ["2022", "chi relative kernel"],
  sandwich: ["2023", "chi relative"],
  fire: ["2024", "li relative interpolation"],
  cope: ["2024", "golovneva contextual"],
};

export const methodName = (kind: Kind): string => t(`method.${kind}` as ScoresKey);

let made: { language: string; groups: MenuGroup[] } | undefined;

/** The same list again while the language stays, so that the menu has nothing to draw anew. */
export function menuGroups(): MenuGroup[] {
  if (made?.language !== language()) made = { language: language(), groups: GROUPS.map(groupOf) };
  return made.groups;
}

function groupOf({ name, kinds }: (typeof GROUPS)[number]): MenuGroup {
  const options = kinds.map((kind) => {
    const [aside, search] = FOUND_BY[kind];
    return { value: kind, name: methodName(kind), detail: t(`relation.${kind}` as ScoresKey), aside, search };
  });
  return { name: t(`group.${name}` as ScoresKey), options };
}
