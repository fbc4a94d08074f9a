import type { CertifyOptions } from '../cert/certify.ts';
import { signedBytes } from '../cert/signed-bytes.ts';
import type { JsonObject } from '../json/json-value.ts';
import { encodeBase64Url } from '../text/base64url.ts';

/**
 * Signs objects that `certify` would reject with a genuine signature: a future schema_version, an invalid body. Readers meet such
 * objects from newer or broken platforms.
 */
export function signAnything(body: JsonObject, options: CertifyOptions, certificate: JsonObject = {}) {
  const cert: JsonObject = {
    alg: 'Ed25519',
    canonicalization: 'JCS',
    issuer: options.issuer,
    key_id: options.signer.keyId,
    object_key: options.objectKey,
    version: options.version,
    issued_at: options.issuedAt.toISOString(),
    ...(options.expiresAt ? { expires_at: options.expiresAt.toISOString() } : {}),
    ...certificate,
  };
  const signature = encodeBase64Url(options.signer.sign(signedBytes({ ...body, cert }).signed));
  const object: JsonObject = { ...body, cert: { ...cert, signature } };
  return { object, bytes: new TextEncoder().encode(signedBytes(object).canonical) };
}
