import { MAX_JSON_DEPTH } from './json-depth.ts';
import { JsonError } from './json-error.ts';
import type { JsonValue } from './json-value.ts';
import { hasLoneSurrogate } from './lone-surrogate.ts';

/**
 * Serializers drop or rewrite what JSON cannot hold, and a signature would then cover something else than
 * the caller believes. A cycle runs into the depth bound.
 * @throws JsonError `not_json`, `unsafe_number`, `lone_surrogate`, `forbidden_key` or `too_deep`.
 */
export function assertJsonValue(value: unknown): asserts value is JsonValue {
  visit(value, 0);
}

function visit(value: unknown, depth: number): void {
  switch (typeof value) {
    case 'string':
      assertWellFormed(value);
      return;
    case 'boolean':
      return;
    case 'number':
      if (!Number.isFinite(value)) throw new JsonError('unsafe_number', 'number is not finite');
      return;
    case 'object':
      if (value !== null) visitContainer(value, depth + 1);
      return;
    default:
      throw new JsonError('not_json', `a value of type ${typeof value} is not JSON`);
  }
}

function visitContainer(container: object, depth: number): void {
  if (depth > MAX_JSON_DEPTH) throw new JsonError('too_deep', 'value is nested too deep or refers to itself');
  if ('toJSON' in container && typeof container.toJSON === 'function') {
    throw new JsonError('not_json', 'a value that serializes itself is not JSON');
  }
  if (Array.isArray(container)) {
    // By index, so that the holes of a sparse array are seen.
    for (let index = 0; index < container.length; index++) visit(container[index], depth);
    return;
  }
  if (!isPlain(container)) throw new JsonError('not_json', 'a class instance is not JSON');
  for (const [key, member] of Object.entries(container)) {
    if (key === '__proto__') throw new JsonError('forbidden_key', 'forbidden key');
    assertWellFormed(key);
    visit(member, depth);
  }
}

/** Plain in any realm: a frame or a `node:vm` context has an `Object.prototype` of its own. */
function isPlain(object: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(object);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}

function assertWellFormed(text: string): void {
  if (hasLoneSurrogate(text)) throw new JsonError('lone_surrogate', 'lone surrogate in a string');
}
