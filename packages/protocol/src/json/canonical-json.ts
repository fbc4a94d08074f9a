import { MAX_JSON_DEPTH } from './json-depth.ts';
import { JsonError } from './json-error.ts';
import type { JsonObject, JsonValue } from './json-value.ts';
import { hasLoneSurrogate } from './lone-surrogate.ts';

const encoder = new TextEncoder();

/**
 * Returns the only text of a value under RFC 8785 (JCS), which signatures cover. Checks the value while writing: serializers drop
 * or rewrite values that JSON does not support, and a signature would then cover other data than the caller expects. A cycle
 * exceeds the depth limit. Every hash and signature of the home uses this function, so it needs one pass where a check and a
 * library need three; tests compare it with the library.
 * @throws JsonError `not_json`, `unsafe_number`, `lone_surrogate`, `forbidden_key` or `too_deep`
 */
export function canonicalJson(value: JsonValue): string {
  return toText(value, 0);
}

/** Returns the UTF-8 bytes of `canonicalJson`. */
export function canonicalJsonBytes(value: JsonValue): Uint8Array {
  return encoder.encode(canonicalJson(value));
}

function toText(value: unknown, depth: number): string {
  switch (typeof value) {
    case 'string':
      return textOfString(value);
    case 'number':
      if (!Number.isFinite(value)) throw new JsonError('unsafe_number', 'number is not finite');
      // The RFC prescribes ECMAScript's own format of doubles, which writes minus zero as 0.
      return String(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      return value === null ? 'null' : textOfContainer(value, depth + 1);
    default:
      throw new JsonError('not_json', `a value of type ${typeof value} is not JSON`);
  }
}

function textOfContainer(container: object, depth: number): string {
  if (depth > MAX_JSON_DEPTH) throw new JsonError('too_deep', 'value is nested too deep or refers to itself');
  if ('toJSON' in container && typeof container.toJSON === 'function') {
    throw new JsonError('not_json', 'a value that serializes itself is not JSON');
  }
  if (Array.isArray(container)) return textOfArray(container, depth);
  if (!isPlain(container)) throw new JsonError('not_json', 'a class instance is not JSON');
  return textOfObject(container as JsonObject, depth);
}

/** Iterates by index, so that holes of a sparse array are found. */
function textOfArray(array: readonly unknown[], depth: number): string {
  let text = '[';
  for (let index = 0; index < array.length; index++) {
    if (index > 0) text += ',';
    text += toText(array[index], depth);
  }
  return `${text}]`;
}

/** Orders members by the UTF-16 units of their names, as `sort` does. */
function textOfObject(object: JsonObject, depth: number): string {
  const names = inOrder(Object.keys(object));
  let text = '{';
  for (let index = 0; index < names.length; index++) {
    const name = names[index] ?? '';
    if (name === '__proto__') throw new JsonError('forbidden_key', 'forbidden key');
    if (index > 0) text += ',';
    text += `${textOfString(name)}:${toText(object[name], depth)}`;
  }
  return `${text}}`;
}

/** Number of names up to which sorting by hand is faster than a call of `sort`; both compare alike. */
const fewNames = 16;

function inOrder(names: string[]): string[] {
  if (names.length > fewNames) return names.sort();
  for (let end = 1; end < names.length; end++) {
    const name = names[end] as string;
    let at = end;
    for (; at > 0 && (names[at - 1] as string) > name; at--) names[at] = names[at - 1] as string;
    names[at] = name;
  }
  return names;
}

/** Printable ASCII without the two characters that are escaped. It covers nearly every name, id, hash and time. */
const plain = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;

function textOfString(text: string): string {
  if (plain.test(text)) return `"${text}"`;
  if (hasLoneSurrogate(text)) throw new JsonError('lone_surrogate', 'lone surrogate in a string');
  return JSON.stringify(text);
}

/** Returns true for a plain object of any realm: a frame or a `node:vm` context has its own `Object.prototype`. */
function isPlain(object: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(object);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
