/** Python that is copied. */
export const pythonList = (values: ArrayLike<number>): string => `[${Array.from(values).join(", ")}]`;

/** Below what it is of, in one line. */
export const commented = (comment: string, python: string): string =>
  `# ${comment.replace(/\p{Cc}+/gu, " ")}\n${python}`;
