/** What a visitor can choose. */

export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const isTheme = (text: string | null): text is Theme => THEMES.includes(text as Theme);
