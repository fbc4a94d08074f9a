import type { z } from 'zod';
import type { JsonObject } from '../json/json-value.ts';
import type { ParsedObjectKey } from '../keys/object-key.ts';
import type { ObjectKind } from '../keys/object-key-table.ts';
import { parseVersionedKey } from '../keys/versioned-key.ts';
import { type Certificate, certificateSchema } from '../schema/certificate.ts';
import type { SchemaEdition } from '../schema/edition.ts';
import { type CertifiedKind, mayLieAt, schemaOf } from '../schema/registry.ts';
import { maxLedgerPackBytes } from '../schema/topic-ledger-pack.ts';
import type { SeenVersion } from './check-seen.ts';
import { type ParsedObject, parseObject } from './parse-object.ts';
import type { TrustedKeys } from './trusted-keys.ts';
import { VerificationError } from './verification-error.ts';

export interface VerifyRequest<Kind extends CertifiedKind = CertifiedKind> {
  bytes: Uint8Array;
  /** Requested key, not one from the bytes. */
  objectKey: string;
  kind: Kind;
  trust: TrustedKeys;
  now: Date;
  /** Version that this reader has seen at this key, `undefined` only if it never read it. */
  seen: SeenVersion | undefined;
  maxBytes?: number;
  /** Later schema version of the key, if the caller knows it. */
  edition?: SchemaEdition<Kind> | undefined;
}

/** Object that declares its kind and its signer. None of it is trusted yet. */
export interface UnverifiedObject {
  request: VerifyRequest;
  object: JsonObject;
  /** Object with the text of its bytes. */
  document: ParsedObject;
  place: ParsedObjectKey;
  certificate: Certificate;
  /** Undefined for a version that this reader does not know. */
  schema: z.ZodType | undefined;
}

export const defaultMaxObjectBytes = 1024 * 1024;

/** Returns the maximum bytes of an object of a kind for readers, and therefore for the platform's certification. */
export function maxObjectBytesOf(kind: ObjectKind): number {
  return kind === 'topic_ledger_pack' ? maxLedgerPackBytes : defaultMaxObjectBytes;
}

/** Parses the subject of the checks: limited bytes, strict JSON, the requested kind, a certificate. */
export function readCandidate(request: VerifyRequest): UnverifiedObject {
  const { bytes, objectKey, kind, maxBytes = maxObjectBytesOf(request.kind) } = request;
  const document = parseObject(bytes, objectKey, maxBytes);
  const { object } = document;
  const place = parseVersionedKey(objectKey);
  if (place?.kind !== kind || !mayLieAt(kind, object.kind))
    throw new VerificationError('wrong_kind', objectKey, `is not a ${kind}`);
  const schemaVersion = Number(object.schema_version);
  if (place.schemaVersion !== 1 && place.schemaVersion !== schemaVersion)
    throw new VerificationError('wrong_object_key', objectKey, `is of schema_version ${schemaVersion}`);
  const certificate = certificateSchema.safeParse(object.cert).data;
  if (!certificate) throw new VerificationError('invalid_schema', objectKey, 'has no valid cert block');
  const isEdition = request.edition?.kind === kind && request.edition.schemaVersion === place.schemaVersion;
  const schema = isEdition ? request.edition?.schema : schemaOf(kind, schemaVersion, object.kind);
  return { request, object, document, place, certificate, schema };
}
