import { type ObjectKeyParts, type ObjectKind, objectKeyTable } from './object-key-table.ts';

const partPattern: Record<string, string> = { shard: '[0-9a-f]{1,4}', sequence: '[0-9]{10}' };
const idPattern = '[a-z0-9][a-z0-9_-]{0,62}';

interface Row {
  kind: ObjectKind;
  template: string;
  names: string[];
  pattern: RegExp;
}

const rows: Row[] = Object.entries(objectKeyTable).map(([kind, { template }]) => {
  const names: string[] = [];
  const source = template.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, (_, name: string) => {
    names.push(name);
    return `(${partPattern[name] ?? idPattern})`;
  });
  return { kind: kind as ObjectKind, template, names, pattern: new RegExp(`^${source}$`) };
});
const rowOfKind = new Map(rows.map((row) => [row.kind, row]));

export class ObjectKeyError extends Error {
  override readonly name = 'ObjectKeyError';
  readonly code = 'invalid_key_part';
}

/** Returns the key of one object. Throws `ObjectKeyError` for an invalid id, because such a key could denote another place. */
export function objectKey<Kind extends ObjectKind>(
  kind: Kind,
  ...[parts]: keyof ObjectKeyParts<Kind> extends never ? [] : [parts: ObjectKeyParts<Kind>]
): string {
  const row = rowOfKind.get(kind);
  if (!row) throw new ObjectKeyError(`the kind ${JSON.stringify(kind)} does not exist`);
  const values = (parts ?? {}) as Record<string, string | number>;
  const key = row.template.replace(/\{(\w+)\}/g, (_, name: string) => textOfPart(name, values[name]));
  if (!row.pattern.test(key)) throw new ObjectKeyError(`the parts of a ${kind} key are not ids`);
  return key;
}

/** Checks the type as well: the text of `undefined` or of an array would be a valid id. */
function textOfPart(name: string, value: unknown): string {
  const isPart = name === 'sequence' ? Number.isSafeInteger(value) : typeof value === 'string';
  if (!isPart) throw new ObjectKeyError(`the part ${name} of the key is missing or has the wrong type`);
  return name === 'sequence' ? String(value).padStart(10, '0') : String(value);
}

export type ParsedObjectKey = {
  [Kind in ObjectKind]: { kind: Kind; parts: ObjectKeyParts<Kind> };
}[ObjectKind];

/** Parses a key; `undefined` if no row of the table produces it. */
export function parseObjectKey(key: string): ParsedObjectKey | undefined {
  for (const row of rows) {
    const match = row.pattern.exec(key);
    if (!match) continue;
    const parts: Record<string, string | number> = {};
    row.names.forEach((name, index) => {
      const text = match[index + 1] ?? '';
      parts[name] = name === 'sequence' ? Number(text) : text;
    });
    return { kind: row.kind, parts } as ParsedObjectKey;
  }
  return undefined;
}

/** Prefixes of one container, each with a trailing slash, because without it `t1` would match `t10` too. */
export const containerPrefix = {
  topic: (topicId: string) => dirname(objectKey('topic_manifest', { topic_id: topicId })),
  task: (taskId: string) => dirname(objectKey('task_manifest', { task_id: taskId })),
  circle: (circleId: string) => dirname(objectKey('circle_manifest', { circle_id: circleId })),
};

function dirname(key: string): string {
  return key.slice(0, key.lastIndexOf('/') + 1);
}
