/** Every key of a configuration, with its path, in the order of the text. */
export interface Key {
  readonly name: string;
  readonly path: string;
  readonly value: unknown;
  readonly parent: Key | null;
  /** The keys of an object; a list is one value. */
  readonly children: readonly Key[];
}

/** Objects that were not parsed here may be deeper than a text can; what lies below is part of the value. */
const maxDepth = 16;

export function buildKeys(config: object): Key {
  return build("", config, null, 0);
}

function build(name: string, value: unknown, parent: Key | null, depth: number): Key {
  const path = parent?.path ? `${parent.path}.${name}` : name;
  const children: Key[] = [];
  const key: Key = { name, path, value, parent, children };
  if (isObject(value) && depth < maxDepth)
    for (const [childName, child] of Object.entries(value)) children.push(build(childName, child, key, depth + 1));
  return key;
}

export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function childOf(key: Key, name: string): Key | undefined {
  return key.children.find((child) => child.name === name);
}

/** All keys below, parents before their children. */
export function* walk(key: Key): Generator<Key> {
  for (const child of key.children) {
    yield child;
    yield* walk(child);
  }
}
