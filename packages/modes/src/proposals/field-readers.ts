import { type JsonValue, normalForm } from '@agent-home/protocol';

/** Returns the normal form of a member of a proposal; undefined if the value has none. */
export type FieldReader = (value: unknown) => JsonValue | undefined;

const id = /^[a-z0-9][a-z0-9_-]{0,62}$/;

/** Reads a single line; any white space counts as one space. Lengths are in UTF-16 units, as in the manifests. */
export function line(maxLength: number): FieldReader {
  return (value) => bounded(typeof value === 'string' ? value.replace(/\s+/g, ' ') : undefined, maxLength);
}

/** Reads several lines, each ending with `\n`. */
export function text(maxLength: number): FieldReader {
  return (value) => bounded(typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : undefined, maxLength);
}

export function wholeNumber(max: number): FieldReader {
  return (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max ? value : undefined;
}

export function oneOf(...names: string[]): FieldReader {
  return (value) => (typeof value === 'string' && names.includes(value) ? value : undefined);
}

export const identifier: FieldReader = (value) =>
  typeof value === 'string' && id.test(value) ? value : undefined;

/** Reads one to `maxCount` different values. */
export function toList(reader: FieldReader, maxCount: number): FieldReader {
  return (value) => {
    if (!Array.isArray(value) || value.length === 0 || value.length > maxCount) return undefined;
    const items: JsonValue[] = [];
    for (const item of value) {
      const read = reader(item);
      if (read === undefined) return undefined;
      if (!items.includes(read)) items.push(read);
    }
    return items;
  };
}

function bounded(value: string | undefined, maxLength: number): string | undefined {
  // A longer text cannot become short enough, and normalising a huge one would cost time.
  if (value === undefined || value.length > maxLength * 4) return undefined;
  const normal = normalForm(value, 'NFC').trim();
  return normal.length > 0 && normal.length <= maxLength ? normal : undefined;
}
