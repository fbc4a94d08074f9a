import type { Certificate } from '../schema/certificate.ts';
import type { KeyPurpose, RootSet, SigningKey } from '../schema/platform.ts';
import { VerificationError } from './verification-error.ts';

/** Content of a verified `platform/keys.json`, ready for use. Created by `verifyPlatformKeys` only. */
export interface TrustedKeys {
  issuer: string;
  version: number;
  sha256: string;
  /** Newest root set, which a reader pins from now on. */
  rootSet: RootSet;
  keys: ReadonlyMap<string, { key: SigningKey; publicKey: Uint8Array }>;
}

/**
 * Checks that the key named by a certificate may have signed it, for this purpose and time. Earlier signatures
 * of a retired key are valid; those of a compromised key never are, since it can sign any date.
 */
export function checkSigningKey(
  trust: TrustedKeys,
  certificate: Certificate,
  purpose: KeyPurpose,
  objectKey: string,
): void {
  const entry = trust.keys.get(certificate.key_id);
  if (!entry || certificate.issuer !== trust.issuer)
    throw new VerificationError('unknown_key', objectKey, `no trusted key ${certificate.key_id}`);
  const { key } = entry;
  if (key.purpose !== purpose)
    throw new VerificationError('wrong_key_purpose', objectKey, `${key.key_id} may not sign this kind`);
  if (key.revoked?.reason === 'compromised')
    throw new VerificationError('key_compromised', objectKey, `${key.key_id} is compromised`);
  const issuedAt = Date.parse(certificate.issued_at);
  if (issuedAt < Date.parse(key.valid_from))
    throw new VerificationError('key_not_yet_valid', objectKey, `${key.key_id} was not valid yet`);
  if (issuedAt >= Date.parse(key.valid_until))
    throw new VerificationError('key_expired', objectKey, `${key.key_id} had expired`);
  if (key.revoked && issuedAt > Date.parse(key.revoked.at))
    throw new VerificationError('key_retired', objectKey, `${key.key_id} had been retired`);
}
