import { pathTo, trustEndpoints } from '@agent-home/http-contract';
import type { ApiClient } from '../api/api-client.ts';
import type { PlatformTrust } from '../read/platform-trust.ts';

export const maxKeyListBytes = 256 * 1024;

/**
 * Requests the home's key list once and checks it against the pinned root set, before anything is sent to the
 * home. @throws ConnectionError without a response, ApiError, VerificationError `untrusted_root` for another
 * home
 */
export async function requireOwnHome(api: ApiClient, trust: PlatformTrust): Promise<void> {
  if (trust.isOwnHome) return;
  trust.requireOwnHome(await api.bytes(pathTo(trustEndpoints.readKeyList), maxKeyListBytes));
}
