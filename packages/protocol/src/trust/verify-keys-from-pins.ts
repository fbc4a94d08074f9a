import type { SeenVersion } from '../cert/check-seen.ts';
import type { TrustedKeys } from '../cert/trusted-keys.ts';
import type { RootSet } from '../schema/platform.ts';
import { verifyPlatformKeys } from './verify-platform-keys.ts';

/**
 * Verifies a key list that must follow from each of several root sets, such as the caller's own and the one stored by a reader.
 * @throws VerificationError
 */
export function verifyKeysFromPins({
  bytes,
  pins: [first, ...others],
  seen,
}: {
  bytes: Uint8Array;
  pins: readonly [RootSet, ...RootSet[]];
  seen: SeenVersion | undefined;
}): TrustedKeys {
  const keys = verifyPlatformKeys({ bytes, pinned: first, seen });
  for (const pinned of others) verifyPlatformKeys({ bytes, pinned, seen });
  return keys;
}
