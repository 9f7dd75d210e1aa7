/** Words as a function, since the language changes. */
export type Say = () => string;
