import type { Certificate } from '../schema/certificate.ts';
import type { KeyPurpose, RootSet, SigningKey } from '../schema/platform.ts';
import { VerificationError } from './verification-error.ts';

/** What a verified `platform/keys.json` says, ready for use. Made by `verifyPlatformKeys` alone. */
export interface TrustedKeys {
  issuer: string;
  version: number;
  sha256: string;
  /** The newest root set: what a reader pins from now on. */
  rootSet: RootSet;
  keys: ReadonlyMap<string, { key: SigningKey; publicKey: Uint8Array }>;
}

/**
 * Whether the key that a certificate names may have signed it, for this purpose, at the time it names.
 * A retired key's earlier signatures stand; a compromised key's never do, since it can write any date.
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
