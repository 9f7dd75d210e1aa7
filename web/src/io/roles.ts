/** What an array of a file is used as, and the names by which that is recognised. */
import { excerpt, refuse } from "./file-fault.ts";
import type { NumberArray } from "./number-array.ts";

export const ROLES = [
  "query",
  "key",
  "value",
  "embeddings",
  "positions",
  "query_positions",
  "key_positions",
  "mask",
] as const;

export type Role = (typeof ROLES)[number];

/** Arrays by their use. `positions` are those of queries and keys alike. */
export type GivenArrays = { readonly [name in Role]?: NumberArray };

const NAMES: Readonly<Record<Role, readonly string[]>> = {
  query: ["query", "q", "queries"],
  key: ["key", "k", "keys"],
  value: ["value", "v", "values"],
  embeddings: ["embeddings", "x", "embedding", "hidden_states", "inputs_embeds"],
  positions: ["positions", "position_ids", "pos"],
  query_positions: ["query_positions", "q_positions"],
  key_positions: ["key_positions", "k_positions"],
  mask: ["mask", "attention_mask", "attn_mask"],
};

/** "layers.0.q" -> query: the whole name counts, or what follows its last dot, slash or hyphen. */
export function roleOf(name: string): Role | null {
  const whole = name.toLowerCase();
  const last = whole.split(/[./\\-]/).at(-1) ?? whole;
  for (const text of [whole, last]) {
    const role = ROLES.find((one) => NAMES[one].includes(text));
    if (role) return role;
  }
  return null;
}

/** The arrays of one file by their names; those that mean nothing here are left out, unless none means anything. */
export function byRole(arrays: readonly NumberArray[], field: string): GivenArrays {
  const given: { [name in Role]?: NumberArray } = {};
  for (const array of arrays) {
    const role = roleOf(array.name);
    if (role === null) continue;
    if (given[role]) refuse("role_twice", { field: role, came: excerpt(`${given[role].name}, ${array.name}`) });
    given[role] = array;
  }
  if (Object.keys(given).length === 0) {
    const came = arrays.slice(0, 8).map(({ name }) => excerpt(name));
    const more = arrays.length > came.length ? ", …" : "";
    refuse("role_none", { field, expected: "query, key, value; q, k, v; embeddings, X", came: came.join(", ") + more });
  }
  return given;
}
