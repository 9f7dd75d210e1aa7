/** Python that is copied. */

/** Numbers that are written out; more would be no short script. */
export const MOST_WRITTEN = 8192;

export const pythonList = (values: ArrayLike<number>): string => `[${Array.from(values).join(", ")}]`;

/** Below what it is of, in one line. */
export const commented = (comment: string, python: string): string =>
  `# ${comment.replace(/\p{Cc}+/gu, " ")}\n${python}`;
