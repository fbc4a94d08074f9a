import { JsonError } from '../json/json-error.ts';
import type { JsonObject } from '../json/json-value.ts';
import { parseVersionedKey } from '../keys/versioned-key.ts';
import type { Certificate } from '../schema/certificate.ts';
import type { SchemaEdition } from '../schema/edition.ts';
import { isCertifiedKind, mayLieAt, schemaOf } from '../schema/registry.ts';
import { encodeBase64Url } from '../text/base64url.ts';
import { defaultMaxObjectBytes, maxObjectBytesOf } from './candidate.ts';
import { requireIds } from './object-place.ts';
import { parseObject } from './parse-object.ts';
import { signedBytes } from './signed-bytes.ts';
import type { Signer } from './signer.ts';
import { VerificationError } from './verification-error.ts';

export interface CertifyOptions {
  signer: Signer;
  issuer: string;
  objectKey: string;
  version: number;
  issuedAt: Date;
  expiresAt?: Date;
  /** The later schema version that the body is of. */
  edition?: SchemaEdition | undefined;
}

/** Thrown before the platform certifies an object that readers would reject: a bug, caught before the signature. */
export class CertifyError extends Error {
  override readonly name = 'CertifyError';
  readonly code = 'not_certifiable';
}

/**
 * Certifies `body` (without `cert`) for one key. `bytes` is the content for the bucket: canonical JSON, UTF-8.
 * @throws CertifyError if a reader would reject the object: its kind, schema, ids, size or JSON.
 */
export function certify(
  body: JsonObject,
  options: CertifyOptions,
): { object: JsonObject; bytes: Uint8Array } {
  try {
    return signReadable(body, options);
  } catch (error) {
    if (error instanceof JsonError || error instanceof VerificationError) {
      throw new CertifyError(`${options.objectKey}: ${error.code}`, { cause: error });
    }
    throw error;
  }
}

function signReadable(body: JsonObject, options: CertifyOptions): { object: JsonObject; bytes: Uint8Array } {
  const certificate: Omit<Certificate, 'signature'> = {
    alg: 'Ed25519',
    canonicalization: 'JCS',
    issuer: options.issuer,
    key_id: options.signer.keyId,
    object_key: options.objectKey,
    version: options.version,
    issued_at: toTimestamp(options.issuedAt, options.objectKey),
    ...(options.expiresAt ? { expires_at: toTimestamp(options.expiresAt, options.objectKey) } : {}),
  };
  const { signed } = signedBytes({ ...body, cert: certificate as JsonObject });
  const signature = encodeBase64Url(options.signer.sign(signed));
  const object: JsonObject = { ...body, cert: { ...(certificate as JsonObject), signature } };
  const bytes = new TextEncoder().encode(signedBytes(object).canonical);
  requireReadable(bytes, options);
  return { object, bytes };
}

function toTimestamp(date: Date, objectKey: string): string {
  if (Number.isNaN(date.getTime())) throw new CertifyError(`${objectKey}: a time is not one`);
  return date.toISOString();
}

/** Parses the bytes as a reader would, since writer and reader may disagree on a value. */
function requireReadable(bytes: Uint8Array, { objectKey, edition }: CertifyOptions): void {
  const place = parseVersionedKey(objectKey);
  const { object } = parseObject(
    bytes,
    objectKey,
    place ? maxObjectBytesOf(place.kind) : defaultMaxObjectBytes,
  );
  const fits = place && isCertifiedKind(place.kind) && mayLieAt(place.kind, object.kind);
  const version = edition?.schemaVersion ?? 1;
  const isItsPlace = fits && place.schemaVersion === version && object.schema_version === version;
  const schema = isItsPlace ? (edition?.schema ?? schemaOf(place.kind, version, object.kind)) : undefined;
  if (!place || !schema) throw new CertifyError(`${objectKey}: no such kind or schema_version`);
  const result = schema.safeParse(object);
  if (!result.success)
    throw new CertifyError(`${objectKey}: ${result.error.issues[0]?.path.join('.')} does not fit`);
  requireIds(object, place, objectKey);
}
