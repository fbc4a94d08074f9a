import { objectKey, type PolicyBundle, VerificationError } from '@agent-home/protocol';
import { PolicyError } from '../errors/policy-error.ts';
import { readIfThere } from '../read/read-if-there.ts';
import type { VerifiedReader } from '../read/verified-reader.ts';
import type { TrustMemory } from '../trust/trust-memory.ts';

/** Verified policies that narrow every run of this agent. */
export interface PolicyBundleView {
  readonly agentId: string;
  /** Rises by one with each change. */
  readonly bundleVersion: number;
  /** SHA-256 of the published bytes, in hexadecimal. */
  readonly sha256: string;
  readonly issuedAt: string;
  readonly policies: PolicyBundle['policies'];
}

/**
 * Reads the policies of an agent. Absent policies are `undefined`, unless the home's certified rules require them.
 * @throws PolicyError `policy_bundle_missing`, VerificationError, ObjectStoreError, AccessDeniedError
 */
export async function readPolicyBundle(
  parts: { reader: VerifiedReader; memory: TrustMemory },
  agentId: string,
): Promise<PolicyBundleView | undefined> {
  const key = objectKey('policy_bundle', { agent_id: agentId });
  const read = await readIfThere(parts, 'policy_bundle', key, { type: 'prompt_read' });
  if (!read) return requireNone(parts.reader, agentId);
  const { object, sha256 } = read;
  if (object.agent_id !== agentId)
    throw new VerificationError('wrong_object_key', key, `is the bundle of ${object.agent_id}`);
  const { bundle_version: bundleVersion, issued_at: issuedAt, policies } = object;
  return Object.freeze({ agentId, bundleVersion, sha256, issuedAt, policies });
}

async function requireNone(reader: VerifiedReader, agentId: string): Promise<undefined> {
  const rules = await reader.read('platform_policy', objectKey('platform_policy'), { type: 'registry_read' });
  if (rules.object.policy_bundles?.required !== true) return undefined;
  throw new PolicyError(
    'policy_bundle_missing',
    `the home requires certified policies, and ${agentId} has none; its owner or an admin has to bind them`,
  );
}
