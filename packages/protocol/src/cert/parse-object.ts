import { JsonError } from '../json/json-error.ts';
import type { JsonObject } from '../json/json-value.ts';
import { scanStrictJson } from '../json/parse-strict-json.ts';
import type { TextSpan } from '../json/text-span.ts';
import { VerificationError } from './verification-error.ts';

/** Object, and properties of its text. */
export interface ParsedObject {
  object: JsonObject;
  text: string;
  /** True if the text is canonical, the only form that is ever signed. */
  isCanonical: boolean;
  /** Position of the certificate's signature in the text, the only unsigned part. */
  signature: TextSpan | undefined;
}

const signaturePath = ['cert', 'signature'];

/** Parses bytes up to a maximum size to a JSON object; failures have the checklist's codes. */
export function parseObject(bytes: Uint8Array, objectKey: string, maxBytes: number): ParsedObject {
  if (bytes.length > maxBytes)
    throw new VerificationError('too_large', objectKey, `is larger than ${maxBytes} bytes`);
  const { value, text, isCanonical, member } = scanned(bytes, objectKey, maxBytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new VerificationError('malformed_json', objectKey, 'is not a JSON object');
  }
  return { object: value as JsonObject, text, isCanonical, signature: member };
}

function scanned(bytes: Uint8Array, objectKey: string, maxBytes: number): ReturnType<typeof scanStrictJson> {
  try {
    return scanStrictJson(bytes, { maxBytes, path: signaturePath });
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new VerificationError('malformed_json', objectKey, `is not strict JSON (${error.code})`, {
      cause: error,
    });
  }
}
