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
  const fail = (code: VerificationError['code'], message: string) =>
    new VerificationError(code, objectKey, message);
  const entry = trust.keys.get(certificate.key_id);
  if (!entry || certificate.issuer !== trust.issuer)
    throw fail('unknown_key', `no trusted key ${certificate.key_id}`);
  const { key } = entry;
  if (key.purpose !== purpose) throw fail('wrong_key_purpose', `${key.key_id} may not sign this kind`);
  if (key.revoked?.reason === 'compromised') throw fail('key_compromised', `${key.key_id} is compromised`);
  const issuedAt = Date.parse(certificate.issued_at);
  if (issuedAt < Date.parse(key.valid_from))
    throw fail('key_not_yet_valid', `${key.key_id} was not valid yet`);
  if (issuedAt >= Date.parse(key.valid_until)) throw fail('key_expired', `${key.key_id} had expired`);
  if (key.revoked && issuedAt > Date.parse(key.revoked.at))
    throw fail('key_retired', `${key.key_id} had been retired`);
}
