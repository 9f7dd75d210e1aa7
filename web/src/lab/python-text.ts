/** Python that is copied: below what it is of, in one line. */
export const commented = (comment: string, python: string): string =>
  `# ${comment.replace(/\p{Cc}+/gu, " ")}\n${python}`;
