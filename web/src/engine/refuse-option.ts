/** What is wrong with an option, in words. */
import { PosencError } from "./errors.ts";

export function refuseOption(field: string, asked: unknown, known: readonly unknown[]): never {
  const listed = `${known.slice(0, -1).join(", ")} or ${known.at(-1)}`;
  const wrong = Array.isArray(asked) ? asked.find((name) => !known.includes(name)) : asked;
  const expected = Array.isArray(asked) ? listed : `a list of ${listed}`;
  throw new PosencError("invalid_argument", `${field}: expected ${expected}, got ${JSON.stringify(wrong)}`);
}
