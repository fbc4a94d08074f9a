import { canonicalJson, type JsonObject, type JsonValue, sha256Hex } from '@agent-home/protocol';
import type { ResolveReference } from './checked-value.ts';

/** Limit in bytes of UTF-8. A larger value is stored as an attachment of the log, under its SHA-256. */
export const largestValueInLog = 32 * 1024;

/** Placeholder in a record for an attachment. */
interface ValueReference extends JsonObject {
  readonly $beside: string;
  readonly bytes: number;
  /** `sealed`: canonical JSON of a salt and a private value, which a mirror does not send. */
  readonly form: 'text' | 'json' | 'sealed';
}

export type ValuesBeside = Map<string, string>;

const encoder = new TextEncoder();

/**
 * Returns the value as a record stores it: long texts become attachments, then any value that is still too
 * large. An object with a member `$beside` becomes one at any size, so that data cannot pass for a reference.
 * @param apart members that become attachments at any size unless they are empty
 * @param salts salts of private members by name: these become commitments, even if they are empty
 */
export function putNextTo(
  data: JsonObject,
  beside: ValuesBeside,
  apart: readonly string[] = [],
  salts: ReadonlyMap<string, string> = noSalts,
): JsonObject {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      const salt = salts.get(name);
      if (salt !== undefined) return [name, reference(canonicalJson([salt, value]), 'sealed', beside)];
      const inner = saltsWithin(name, salts);
      if (inner.size > 0 && isPlainObject(value)) return [name, putNextTo(value, beside, [], inner)];
      const kept = withoutLarge(value, beside);
      return [name, apart.includes(name) ? takenOut(kept, beside) : kept];
    }),
  );
}

const noSalts: ReadonlyMap<string, string> = new Map();

/** Returns the salts of members of a member. */
function saltsWithin(name: string, salts: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  if (salts.size === 0) return noSalts;
  const within = [...salts].filter(([path]) => path.startsWith(`${name}.`));
  return new Map(within.map(([path, salt]) => [path.slice(name.length + 1), salt]));
}

/** Returns true for an object that is no reference. */
export function isPlainObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !('$beside' in value);
}

function takenOut(value: JsonValue, beside: ValuesBeside): JsonValue {
  if (typeof value === 'string') return value === '' ? value : reference(value, 'text', beside);
  if (typeof value !== 'object' || value === null || isReference(value)) return value;
  return Object.keys(value).length === 0 ? value : reference(canonicalJson(value), 'json', beside);
}

function withoutLarge(value: JsonValue, beside: ValuesBeside): JsonValue {
  if (typeof value === 'string') {
    // A UTF-16 unit is at most three bytes.
    if (value.length * 3 <= largestValueInLog) return value;
    return encoder.encode(value).length > largestValueInLog ? reference(value, 'text', beside) : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if ('$beside' in value) return reference(canonicalJson(value), 'json', beside);
  const inner: JsonValue = Array.isArray(value)
    ? value.map((item) => withoutLarge(item, beside))
    : Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withoutLarge(item, beside)]));
  const text = canonicalJson(inner);
  return text.length > largestValueInLog / 3 && encoder.encode(text).length > largestValueInLog
    ? reference(text, 'json', beside)
    : inner;
}

function reference(text: string, form: ValueReference['form'], beside: ValuesBeside): ValueReference {
  const bytes = encoder.encode(text);
  const sha256 = sha256Hex(bytes);
  beside.set(sha256, text);
  return { $beside: sha256, bytes: bytes.length, form };
}

/**
 * Returns the data as they were before `putNextTo`.
 * @param resolve returns the value of a reference, as `checkedValue` does
 */
export function putBack(value: JsonValue, resolve: ResolveReference, depth = 0): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  // Data are never nested deeper, so this reference is forged.
  if (depth > deepestData) return resolve({});
  if (isReference(value)) {
    const found = resolve(value);
    // An object that was moved out because of its own member `$beside` is user data, not a reference.
    return value.form !== 'json' || hasMark(found) ? found : putBack(found, resolve, depth + 1);
  }
  if (Array.isArray(value)) return value.map((item: JsonValue) => putBack(item, resolve, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, putBack(item, resolve, depth + 1)]),
  );
}

/** Twice the nesting limit of canonical JSON, because each level may be a reference and its value. */
const deepestData = 128;

function hasMark(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null && '$beside' in value;
}

function isReference(value: object): value is ValueReference {
  return '$beside' in value;
}
