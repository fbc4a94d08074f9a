import { encodeBase64Url } from '../base64/base64url.ts';
import type { JsonObject } from '../json/json-value.ts';
import { parseObjectKey } from '../keys/object-key.ts';
import type { Certificate } from '../schema/certificate.ts';
import { schemaOf } from '../schema/registry.ts';
import { signedBytes } from './signed-bytes.ts';
import type { Signer } from './signer.ts';

export interface CertifyOptions {
  signer: Signer;
  issuer: string;
  objectKey: string;
  version: number;
  issuedAt: Date;
  expiresAt?: Date;
}

/** Thrown when the platform is about to certify what a reader would refuse: a bug, caught before it is signed. */
export class CertifyError extends Error {
  override readonly name = 'CertifyError';
  readonly code = 'not_certifiable';
}

/**
 * Certifies `body` (without `cert`) for one key. `bytes` are what belongs in the bucket: canonical JSON, UTF-8.
 * @throws CertifyError where the body does not fit the schema of the key's kind.
 */
export function certify(
  body: JsonObject,
  options: CertifyOptions,
): { object: JsonObject; bytes: Uint8Array } {
  const certificate: Omit<Certificate, 'signature'> = {
    alg: 'Ed25519',
    canonicalization: 'JCS',
    issuer: options.issuer,
    key_id: options.signer.keyId,
    object_key: options.objectKey,
    version: options.version,
    issued_at: options.issuedAt.toISOString(),
    ...(options.expiresAt ? { expires_at: options.expiresAt.toISOString() } : {}),
  };
  const { signed } = signedBytes({ ...body, cert: certificate as JsonObject });
  const signature = encodeBase64Url(options.signer.sign(signed));
  const object: JsonObject = { ...body, cert: { ...(certificate as JsonObject), signature } };
  requireReadable(object, options.objectKey);
  return { object, bytes: new TextEncoder().encode(signedBytes(object).canonical) };
}

function requireReadable(object: JsonObject, objectKey: string): void {
  const kind = parseObjectKey(objectKey)?.kind;
  const schema = kind && object.kind === kind ? schemaOf(kind, Number(object.schema_version)) : undefined;
  if (!schema) throw new CertifyError(`${objectKey}: no such kind or schema_version`);
  const result = schema.safeParse(object);
  if (!result.success)
    throw new CertifyError(`${objectKey}: ${result.error.issues[0]?.path.join('.')} does not fit`);
}
