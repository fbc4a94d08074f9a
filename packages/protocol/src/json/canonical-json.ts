import canonicalize from 'canonicalize';
import { assertJsonValue } from './assert-json-value.ts';
import type { JsonValue } from './json-value.ts';

const encoder = new TextEncoder();

/**
 * The one text of a value under RFC 8785 (JCS), which is what signatures cover.
 * @throws JsonError where the value is not JSON, nested deeper than 64 or would lose something on the way.
 */
export function canonicalJson(value: JsonValue): string {
  assertJsonValue(value);
  return canonicalize(value) ?? '';
}

/** UTF-8 of `canonicalJson`. */
export function canonicalJsonBytes(value: JsonValue): Uint8Array {
  return encoder.encode(canonicalJson(value));
}
