import { canonicalJson, JsonError, type JsonObject, type JsonValue, sha256Hex } from '@agent-home/protocol';
import { z } from 'zod';
import { LogError } from '../record/log-error.ts';

/** Returns the text of an attachment by its SHA-256; undefined if there is none. */
export type FindValue = (sha256: string) => string | undefined;

/** Returns the value that a reference in a record points to. */
export type ResolveReference = (reference: JsonObject) => JsonValue;

/** Strict, because a log from elsewhere may contain anything in the place of a reference. */
const referenceSchema = z.strictObject({
  $beside: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.int().min(0),
  form: z.enum(['text', 'json', 'sealed']),
});

const encoder = new TextEncoder();

/**
 * @returns function that resolves the values that a record refers to @throws LogError `invalid_data`, `missing_value`,
 * `wrong_value`
 */
export function checkedValue(find: FindValue, seq: number): ResolveReference {
  return (reference) => {
    const parsed = referenceSchema.safeParse(reference);
    if (!parsed.success) throw new LogError('invalid_data', seq, 'has an invalid reference to a value');
    const { $beside: sha256, bytes, form } = parsed.data;
    const text = find(sha256);
    if (text === undefined) throw new LogError('missing_value', seq, `refers to the missing value ${sha256}`);
    const encoded = encoder.encode(text);
    if (sha256Hex(encoded) !== sha256 || encoded.length !== bytes)
      throw new LogError('wrong_value', seq, `the value ${sha256} was changed`);
    if (form === 'text') return text;
    const value = canonicalValue(text, seq);
    return form === 'sealed' ? unsealed(value, seq) : value;
  };
}

/** Returns the private value of a commitment, whose text is a salt and the value. */
function unsealed(value: JsonValue, seq: number): JsonValue {
  const [salt, inner] = Array.isArray(value) && value.length === 2 ? value : [];
  if (typeof salt === 'string' && /^[0-9a-f]{64}$/.test(salt) && inner !== undefined) return inner;
  throw new LogError('wrong_value', seq, 'refers to a private value without a salt');
}

function canonicalValue(text: string, seq: number): JsonValue {
  try {
    const value = JSON.parse(text) as JsonValue;
    if (canonicalJson(value) === text) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof JsonError)) throw error;
  }
  throw new LogError('wrong_value', seq, 'refers to a value that is not canonical JSON');
}
