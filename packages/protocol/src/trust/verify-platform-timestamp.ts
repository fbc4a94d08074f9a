import type { SeenVersion } from '../cert/check-seen.ts';
import type { TrustedKeys } from '../cert/trusted-keys.ts';
import { VerificationError } from '../cert/verification-error.ts';
import { type Verified, verifyCertified } from '../cert/verify.ts';
import { objectKey } from '../keys/object-key.ts';

/**
 * Verifies the timestamp, and that `trust` is the `keys.json` it names. An attacker who serves an old key list to hide a revocation
 * is therefore detected within the hour. @throws VerificationError (`outdated_keys`, `stale`, …)
 */
export function verifyPlatformTimestamp(request: {
  bytes: Uint8Array;
  trust: TrustedKeys;
  now: Date;
  seen: SeenVersion | undefined;
}): Verified<'platform_timestamp'> {
  const key = objectKey('platform_timestamp');
  const verified = verifyCertified({ ...request, objectKey: key, kind: 'platform_timestamp' });
  const named = verified.object.keys;
  if (named.version !== request.trust.version || named.sha256 !== request.trust.sha256) {
    throw new VerificationError(
      'outdated_keys',
      objectKey('platform_keys'),
      'differs from the key list that the timestamp names',
    );
  }
  return verified;
}
