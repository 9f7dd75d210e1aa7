/** Language, theme and engine: keys of the address's query, beside the state in its fragment. */

export interface PageSettings {
  lang: string | null;
  theme: string | null;
  engine: string | null;
}

export function readSettings(search: string): PageSettings {
  const query = new URLSearchParams(search);
  return { lang: query.get("lang"), theme: query.get("theme"), engine: query.get("engine") };
}

/** The query with one key set, or removed for null; other keys stay. */
export function withSetting(search: string, key: keyof PageSettings, value: string | null): string {
  const query = new URLSearchParams(search);
  if (value === null) query.delete(key);
  else query.set(key, value);
  const text = query.toString();
  return text ? `?${text}` : "";
}
