import { type CompiledPolicy, compilePermissions, type KeyPermission } from '@agent-home/access';
import type { IssuedCredentials } from '@agent-home/object-store';
import { type GrantRequest, isSupportedGrant } from '@agent-home/protocol';
import { LRUCache } from 'lru-cache';
import type { IssuingPlatform } from '../../foundation/platform/platform.ts';
import { collectTraits } from '../../foundation/settings/store-traits.ts';
import type { AgentRow } from '../../registry/agents/find-agent.ts';
import type { AuditEntry } from './audit-credentials.ts';
import type { CredentialContext } from './credential-context.ts';
import { auditScope, collectGrants } from './describe-credential.ts';
import type { AllowedGrant, Containers } from './load-grant-facts.ts';

/** Credential to hand out: its permissions, its lifetime, and the live credential if it was issued before. */
export interface PlannedCredential extends AuditEntry {
  lifetimeSeconds: number;
  live: IssuedCredentials | undefined;
}

/** Compiles the policies that allow exactly these permissions: several if one would be too long for the store. */
export function compile(platform: IssuingPlatform, permissions: KeyPermission[]): CompiledPolicy[] {
  const { store } = platform.config;
  const target = { dialect: collectTraits(store).dialect, bucket: store.bucket };
  // Cached, because agents repeat the same requests and compiling is a pure function of these values.
  const asked = JSON.stringify([target, permissions]);
  const known = compiled.get(asked);
  if (known) return known;
  const policies = compilePermissions(permissions, target);
  compiled.set(asked, policies);
  return policies;
}

/** Sized in characters of request and result, so that a long request does not evict many short ones. */
const compiled = new LRUCache<string, CompiledPolicy[]>({
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: (policies, asked) =>
    policies.reduce((size, { document }) => size + document.length, 3 * asked.length),
});

/** Compiles the allowed permissions into policies and plans one credential for each. Writes nothing and calls no service. */
export function planCredentials(
  platform: IssuingPlatform,
  desk: Pick<CredentialContext, 'cache'>,
  { agentId }: AgentRow,
  {
    allowed,
    containers,
    durationSeconds,
  }: { allowed: AllowedGrant[]; containers: Containers; durationSeconds: number },
): PlannedCredential[] {
  const permissions = allowed.flatMap((item) => item.permissions);
  if (permissions.length === 0) return [];
  const now = platform.now();
  const { exposureSeconds } = platform.config;
  const policyVersions = collectPolicyVersions(containers);
  return compile(platform, permissions).map((policy) => {
    const lifetimeSeconds = getLifetime(policy, allowed, containers, { durationSeconds, exposureSeconds });
    return {
      agentId,
      scopes: collectGrants(policy, allowed).map(auditScope),
      policy,
      policyVersions,
      lifetimeSeconds,
      live: desk.cache.find({ agentId, policy: policy.document, lifetimeSeconds }, now),
    };
  });
}

/** Policy versions by kind and id of their containers, since a topic and a task may have the same id. */
function collectPolicyVersions(containers: Containers): Record<string, number> {
  return Object.fromEntries(
    Object.entries(containers).flatMap(([kind, found]: [string, Containers[keyof Containers]]) =>
      [...found].map(([id, { policyVersion }]) => [`${kind}/${id}`, policyVersion]),
    ),
  );
}

/**
 * Returns the lifetime of one policy's credential in seconds. No store revokes a credential, so an agent that is removed
 * from a private container can read there until its credential expires. Credentials for private containers are
 * therefore cut to the home's limit for them, also if a longer duration was requested; `expiration` in the response
 * has the result (openspec: credentials).
 */
export function getLifetime(
  policy: CompiledPolicy,
  allowed: AllowedGrant[],
  containers: Containers,
  { durationSeconds, exposureSeconds }: { durationSeconds: number; exposureSeconds: number },
): number {
  const isExposing = collectGrants(policy, allowed).some((grant) => readsPrivately(grant, containers));
  return isExposing ? Math.min(durationSeconds, exposureSeconds) : durationSeconds;
}

function readsPrivately(grant: GrantRequest, { topics, tasks }: Containers): boolean {
  if (!isSupportedGrant(grant)) return false;
  switch (grant.type) {
    case 'topic_read':
      return topics.get(grant.topic_id)?.facts.visibility !== 'public';
    case 'task_read':
      return tasks.get(grant.task_id)?.facts.visibility !== 'public';
    case 'circle_read':
      return true;
    default:
      return false;
  }
}
