/**
 * The address of a frame: which lab, how it is shown, and its state. Keys of the state stand in the query beside these
 * or behind "#"; what is behind "#" comes last and wins.
 *
 *   embed/?lab=rotation&theta=500000&ui=min&lock=pairing
 *   embed/?lab=order&ui=none#problem={…}
 */
import { type Asked, readAsked, reader } from "./asked.ts";
import { isLabName } from "./labs.ts";
import { HEIGHTS, KEYS, LAB_NAMES, type LabName, MOST_ID } from "./vocabulary.ts";

export interface EmbedAddress extends Asked {
  /** null: none that there is. */
  lab: LabName | null;
  state: string;
  /** Fixed height in pixels; null: as high as the content. */
  height: number | null;
  /** Of the frame, for a page with several: every message has it. */
  id: string;
}

export function readAddress({ search, hash }: { search: string; hash: string }): EmbedAddress {
  const query = new URLSearchParams(search);
  const given = reader((key) => query.get(key));
  const [least, most] = HEIGHTS;
  const pixels = (text: string) => {
    const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
    return value >= least && value <= most ? value : null;
  };
  const named = (text: string): LabName | null => (isLabName(text) ? text : null);
  given.read("v", "1", (text) => (text === "1" ? 1 : null), 1);
  return {
    lab: query.has("lab") ? given.read("lab", LAB_NAMES.join(", "), named, null) : "order",
    state: [stateIn(search.replace(/^\?/, "")), hash.replace(/^#/, "")].filter(Boolean).join("&"),
    height: given.read("h", `${least} … ${most}`, pixels, null as number | null),
    id: (query.get("id") ?? "").slice(0, MOST_ID),
    ...readAsked(given),
  };
}

/** As it was written: a lab may decode it otherwise than a query. */
const stateIn = (query: string): string =>
  query
    .split("&")
    .filter((piece) => piece !== "" && !KEYS.some((key) => piece === key || piece.startsWith(`${key}=`)))
    .join("&");
