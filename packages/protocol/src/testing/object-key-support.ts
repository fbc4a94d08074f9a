import { objectKey } from '../keys/object-key.ts';
import { type ObjectKind, objectKeyTable } from '../keys/object-key-table.ts';

export const kinds = Object.keys(objectKeyTable) as ObjectKind[];
export const makeKey = objectKey as (kind: ObjectKind, parts?: Record<string, unknown>) => string;

export const collectNames = (kind: ObjectKind) =>
  [...objectKeyTable[kind].template.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
