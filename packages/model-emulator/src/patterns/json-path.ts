import type { JsonValue } from '@agent-home/protocol';

/** Paths such as `messages[-1].author.name`: names with dots, indexes in brackets, negative ones from the end. */
const wholePath = /^(?:\[-?\d{1,6}\]|[^.[\]]+)(?:\.[^.[\]]+|\[-?\d{1,6}\])*$/;
const step = /\[(-?\d+)\]|[^.[\]]+/g;

export function isJsonPath(text: string): boolean {
  return wholePath.test(text);
}

/** Returns the value at a path; undefined if there is none. Text on the path is parsed as JSON. */
export function valueAt(root: JsonValue, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = root;
  for (const [name, place] of path.matchAll(step)) {
    const container: JsonValue | undefined = typeof value === 'string' ? jsonIn(value) : value;
    if (typeof container !== 'object' || container === null) return undefined;
    if (isArray(container)) value = place === undefined ? undefined : container.at(Number(place));
    else value = Object.hasOwn(container, name) ? container[name] : undefined;
  }
  return value;
}

/** Returns the JSON that a text is, or contains between other lines, such as in a code fence. */
export function jsonIn(text: string): JsonValue | undefined {
  const begin = text.search(/[[{]/);
  const end = Math.max(text.lastIndexOf(']'), text.lastIndexOf('}'));
  for (const candidate of [text, begin === -1 ? '' : text.slice(begin, end + 1)]) {
    try {
      return JSON.parse(candidate) as JsonValue;
    } catch {
      // Not this one.
    }
  }
  return undefined;
}

function isArray(value: object): value is readonly JsonValue[] {
  return Array.isArray(value);
}
