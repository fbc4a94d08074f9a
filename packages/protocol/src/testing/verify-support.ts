import type { VerifyRequest } from '../cert/candidate.ts';
import { verifyCertified } from '../cert/verify.ts';
import type { JsonValue } from '../json/json-value.ts';
import { certified, type Mutable } from './certified-objects.ts';
import { examples } from './example-objects.ts';
import { getCode } from './expect-code.ts';
import { readAt, trust } from './home.ts';

export const encoder = new TextEncoder();
export const genuine = certified('topic_manifest');

export function read(bytes: Uint8Array, changes: Partial<VerifyRequest> = {}) {
  const kind = changes.kind ?? 'topic_manifest';
  return verifyCertified({
    bytes,
    objectKey: examples[kind].key,
    kind,
    trust,
    now: readAt,
    seen: undefined,
    ...changes,
  });
}

export const codeFor = (bytes: Uint8Array, changes: Partial<VerifyRequest> = {}) =>
  getCode(() => read(bytes, changes));

export function set(path: string, value: JsonValue): (object: Mutable) => void {
  return (object) => {
    const names = path.split('.');
    const last = names.pop() ?? '';
    const parent = names.reduce((at, name) => at[name] as Mutable, object);
    parent[last] = value;
  };
}
