import { pathTo, trustEndpoints } from '@agent-home/http-contract';
import type { ApiClient } from '../api/api-client.ts';
import type { PlatformTrust } from '../read/platform-trust.ts';

export const maxKeyListBytes = 256 * 1024;

/**
 * Asks the home for its key list, once, and holds it to the pinned root set, before anything is told to it. @throws
 * ConnectionError where nothing answers there, ApiError, VerificationError `untrusted_root` where it is another home
 */
export async function requireOwnHome(api: ApiClient, trust: PlatformTrust): Promise<void> {
  if (trust.isOwnHome) return;
  trust.requireOwnHome(await api.bytes(pathTo(trustEndpoints.readKeyList), maxKeyListBytes));
}
