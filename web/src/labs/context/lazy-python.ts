/** Python that gives a figure's numbers. What writes it is fetched when it is copied. */
type Scripts = typeof import("./python.ts");

/** `pythonOf("rampPython", at, frequencies)`: the text of rampPython(at, frequencies), later. */
export const pythonOf =
  <Name extends keyof Scripts>(name: Name, ...given: Parameters<Scripts[Name]>) =>
  async (): Promise<string> => {
    const write = (await import("./python.ts"))[name] as (...given: Parameters<Scripts[Name]>) => string;
    return write(...given);
  };
