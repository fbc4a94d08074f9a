import { asJson, canonicalJsonBytes, type JsonObject, sha256Hex } from '@agent-home/protocol';
import type { PolicySpec } from '../contracts/policy-spec.ts';
import type { DecodedSpec } from './decode-any.ts';

/**
 * Returns the only hash of a policy: of its `spec` with defaults, as JCS. Logs contain this spec and decisions name this hash, so
 * that the holder of a log can compare both. The bytes of a file would give a second hash of the same rules.
 */
export function policySha256({ spec }: { spec: PolicySpec['spec'] | JsonObject }): string {
  return sha256Hex(canonicalJsonBytes(asJson(spec)));
}

/** Returns the only hash of a spec that is shown: `policySha256` of a policy, the hash of its bytes for another kind. */
export function specSha256(spec: DecodedSpec, content: Uint8Array): string {
  return spec.kind === 'Policy' ? policySha256(spec.effective) : sha256Hex(content);
}
