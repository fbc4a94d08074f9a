import { argumentsSha256 } from '../ports/arguments-sha256.ts';
import type { CallRequested } from '../run-log/index.ts';

/** Hashes are read several times for each call. Providers get copies of the call, so a cached hash stays valid. */
const known = new WeakMap<CallRequested, string>();

export function callSha256(call: CallRequested): string {
  const before = known.get(call);
  if (before !== undefined) return before;
  const sha256 = argumentsSha256(call.arguments);
  known.set(call, sha256);
  return sha256;
}
