import { type CertifyOptions, certify } from '../cert/certify.ts';
import { canonicalJson } from '../json/canonical-json.ts';
import type { JsonObject, JsonValue } from '../json/json-value.ts';
import type { CertifiedKind } from '../schema/registry.ts';
import { examples } from './example-objects.ts';
import { issuedAt, issuer, registrySigner, timestampSigner } from './home.ts';

export const certifiedKinds = Object.keys(examples) as CertifiedKind[];

export function getBody(kind: CertifiedKind, fields: JsonObject = {}): JsonObject {
  return { kind, schema_version: 1, ...examples[kind].body, x_unknown: { kept: [true, null] }, ...fields };
}

/** Options to certify the example of a kind as the platform would. */
export function optionsFor(kind: CertifiedKind, changes: Partial<CertifyOptions> = {}): CertifyOptions {
  const signer = kind === 'platform_timestamp' ? timestampSigner : registrySigner;
  return { signer, issuer, objectKey: examples[kind].key, version: 2, issuedAt, ...changes };
}

/** Returns the example of a kind as stored in the bucket. */
export function certified(
  kind: CertifiedKind,
  changes: { fields?: JsonObject; options?: Partial<CertifyOptions> } = {},
): { bytes: Uint8Array; object: JsonObject } {
  return certify(getBody(kind, changes.fields), optionsFor(kind, changes.options));
}

export type Mutable = { [name: string]: JsonValue };

/** Returns the bytes of an object after an unsigned change. */
export function tampered(object: JsonObject, change: (copy: Mutable) => void): Uint8Array {
  const copy: Mutable = structuredClone(object);
  change(copy);
  return new TextEncoder().encode(canonicalJson(copy));
}
