import { canonicalJson } from '../json/canonical-json.ts';
import type { JsonObject, JsonValue } from '../json/json-value.ts';

const encoder = new TextEncoder();

/**
 * The one path from an object to the bytes that its certificate's signature covers, for signing and verifying
 * alike: the canonical JSON of the whole object without `cert.signature`. `canonical` is that of the object as it
 * is published; both come from one pass, since verification sits on every read.
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
