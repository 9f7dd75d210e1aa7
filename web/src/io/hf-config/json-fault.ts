/** Where a text stops being JSON, by line and column: what the messages of JSON.parse say of it depends on the engine. */

interface Fault {
  offset: number;
  expected: string;
}

/** What may come next. */
type State = "value" | "first item" | "first key" | "key" | "colon" | "after value";

const string = /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy;
const word = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null)(?![\w.+-])/y;
const sign = /[[\]{},:]/y;

/** 'line 3, column 5: expected "," or "}", got "x"'; undefined where no fault is found. */
export function jsonFault(text: string): string | undefined {
  const fault = findFault(text);
  if (!fault) return undefined;
  const before = text.slice(0, fault.offset).split(/\r\n|\n|\r/);
  const got = /^[\p{L}\p{N}_]+|^["'].{0,10}|^\P{Cc}/u.exec(text.slice(fault.offset))?.[0];
  const shown =
    fault.offset >= text.length
      ? "the end of the text"
      : got === undefined
        ? "a control character"
        : JSON.stringify(got.slice(0, 20));
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}: expected ${fault.expected}, got ${shown}`;
}

function findFault(text: string): Fault | undefined {
  const open: ("{" | "[")[] = [];
  let state: State = "value";
  for (let position = 0; ; ) {
    const start = skipSpace(text, position);
    const wrong = { offset: start, expected: expectedIn(state, open.at(-1)) };
    if (start === text.length) return state === "after value" && open.length === 0 ? undefined : wrong;
    const [kind, found] = tokenAt(text, start);
    const next: State | undefined = kind === "sign" ? afterSign(state, found, open) : kind && afterScalar(state, kind);
    if (next === undefined) return wrong;
    state = next;
    position = start + found.length;
  }
}

function tokenAt(text: string, start: number): [kind: "string" | "word" | "sign" | undefined, found: string] {
  for (const [kind, pattern] of Object.entries({ string, word, sign } as const)) {
    pattern.lastIndex = start;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) return [kind as "string" | "word" | "sign", found];
  }
  return [undefined, ""];
}

/** JSON's own: \s takes more. */
function skipSpace(text: string, start: number): number {
  let end = start;
  while (" \t\n\r".includes(text[end] ?? "x")) end++;
  return end;
}

function afterScalar(state: State, kind: "string" | "word"): State | undefined {
  if (state === "value" || state === "first item") return "after value";
  return kind === "string" && (state === "key" || state === "first key") ? "colon" : undefined;
}

function afterSign(state: State, sign: string, open: ("{" | "[")[]): State | undefined {
  const inside = open.at(-1);
  if (state === "colon") return sign === ":" ? "value" : undefined;
  if (sign === "{" || sign === "[") {
    if (state !== "value" && state !== "first item") return undefined;
    open.push(sign);
    return sign === "{" ? "first key" : "first item";
  }
  if (sign === "," && state === "after value") return inside && (inside === "{" ? "key" : "value");
  const closes = inside === "{" ? sign === "}" && state !== "key" : inside === "[" && sign === "]";
  if (!closes || state === "value") return undefined;
  open.pop();
  return "after value";
}

function expectedIn(state: State, inside: "{" | "[" | undefined): string {
  switch (state) {
    case "value":
      return "a value";
    case "first item":
      return 'a value or "]"';
    case "first key":
      return 'a key in double quotes or "}"';
    case "key":
      return "a key in double quotes";
    case "colon":
      return '":"';
    case "after value":
      return inside === undefined ? "the end of the text" : inside === "{" ? '"," or "}"' : '"," or "]"';
  }
}
