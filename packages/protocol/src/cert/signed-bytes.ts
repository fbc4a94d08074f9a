import { canonicalJson } from '../json/canonical-json.ts';
import type { JsonObject, JsonValue } from '../json/json-value.ts';
import { bytesWithout } from '../json/text-span.ts';
import type { ParsedObject } from './parse-object.ts';

const encoder = new TextEncoder();

/**
 * The bytes that the signature of an object as it was read has to cover. What is canonical already, as all is that the
 * platform publishes, has them in its text; of anything else they are written, so that a genuine object in another
 * spelling is told from a forged one.
 */
export function signedBytesOf({ object, text, isCanonical, signature }: ParsedObject): Uint8Array {
  return isCanonical && signature ? bytesWithout(text, signature) : signedBytes(object).signed;
}

/**
 * The bytes that a certificate's signature covers, from the object alone: the canonical JSON of the whole object
 * without `cert.signature`. `canonical` is that of the object as it is published; both come from one pass.
 */
export function signedBytes(object: JsonObject): { signed: Uint8Array; canonical: string } {
  const members = Object.keys(object)
    .sort()
    .filter((name) => object[name] !== undefined)
    .map((name) => {
      const value = object[name] as JsonValue;
      const prefix = `${canonicalJson(name)}:`;
      const full = prefix + canonicalJson(value);
      return {
        full,
        signed: name === 'cert' ? prefix + canonicalJson(withoutSignature(value as JsonObject)) : full,
      };
    });
  return {
    signed: encoder.encode(`{${members.map((member) => member.signed).join(',')}}`),
    canonical: `{${members.map((member) => member.full).join(',')}}`,
  };
}

/** Of a certificate as its schema has it: nothing else comes here. */
function withoutSignature({ signature: _, ...rest }: JsonObject): JsonObject {
  return rest;
}
