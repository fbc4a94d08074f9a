import { XMLParser } from 'fast-xml-parser';

const parser = new XMLParser({
  // Keys may look like numbers and may begin or end with white space.
  parseTagValue: false,
  trimValues: false,
  ignoreDeclaration: true,
  isArray: (name) => name === 'Contents',
});

/** Parses a document into nested objects; `undefined` if it is not XML. Text is not converted. */
export function parseXml(data: Buffer): unknown {
  try {
    return parser.parse(data, true);
  } catch {
    return undefined;
  }
}

/** Returns the value at a path of element names. */
export function childAt(value: unknown, ...names: string[]): unknown {
  return names.reduce<unknown>(
    (parent, name) => (isElement(parent) && Object.hasOwn(parent, name) ? parent[name] : undefined),
    value,
  );
}

export function textAt(value: unknown, ...names: string[]): string | undefined {
  const text = childAt(value, ...names);
  return typeof text === 'string' ? text : undefined;
}

function isElement(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
