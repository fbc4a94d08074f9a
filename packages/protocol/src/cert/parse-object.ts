import { JsonError } from '../json/json-error.ts';
import type { JsonObject } from '../json/json-value.ts';
import { parseStrictJson } from '../json/parse-strict-json.ts';
import { VerificationError } from './verification-error.ts';

const decoder = new TextDecoder();

/** Bounded bytes to a JSON object, with failures in the checklist's terms. */
export function parseObject(
  bytes: Uint8Array,
  objectKey: string,
  maxBytes: number,
): { object: JsonObject; text: string } {
  if (bytes.length > maxBytes)
    throw new VerificationError('too_large', objectKey, `is larger than ${maxBytes} bytes`);
  let value: unknown;
  try {
    value = parseStrictJson(bytes, { maxBytes });
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new VerificationError('malformed_json', objectKey, `is not strict JSON (${error.code})`, {
      cause: error,
    });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new VerificationError('malformed_json', objectKey, 'is not a JSON object');
  }
  return { object: value as JsonObject, text: decoder.decode(bytes) };
}
