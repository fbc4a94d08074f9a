import { canonicalJson } from '../json/canonical-json.ts';
import type { JsonObject, JsonValue } from '../json/json-value.ts';
import { bytesWithout } from '../json/text-span.ts';
import type { ParsedObject } from './parse-object.ts';

const encoder = new TextEncoder();

/**
 * Returns the bytes that the signature of a read object must cover. Canonical text, as published by the
 * platform, contains them; for other text they are serialized, so that a genuine object in another spelling is
 * distinguished from a forgery.
 */
export function getSignedBytes({ object, text, isCanonical, signature }: ParsedObject): Uint8Array {
  return isCanonical && signature ? bytesWithout(text, signature) : signedBytes(object).signed;
}

/**
 * Returns the bytes that a certificate's signature covers, from the object only: the canonical JSON of the whole object without
 * `cert.signature`. `canonical` is that of the published object; both come from one pass.
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

/** Removes the signature of a certificate that conforms to its schema. */
function withoutSignature({ signature: _, ...rest }: JsonObject): JsonObject {
  return rest;
}
