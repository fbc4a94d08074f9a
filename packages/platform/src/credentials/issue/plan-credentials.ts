import { type CompiledPolicy, compilePermissions, type KeyPermission } from '@agent-home/access';
import type { IssuedCredentials } from '@agent-home/object-store';
import { LRUCache } from 'lru-cache';
import type { IssuingPlatform } from '../../foundation/platform/platform.ts';
import { traitsOf } from '../../foundation/settings/store-traits.ts';
import type { AgentRow } from '../../registry/agents/find-agent.ts';
import type { AuditEntry } from './audit-credentials.ts';
import type { CredentialDesk } from './credential-desk.ts';
import { lifetimeOf } from './credential-lifetime.ts';
import type { AllowedGrant, Containers } from './decide-grants.ts';
import { auditScope, grantsOf } from './describe-credential.ts';

/** One credential that is to be handed out: what it allows, for how long, and whether it was issued before. */
export interface PlannedCredential extends AuditEntry {
  lifetimeSeconds: number;
  live: IssuedCredentials | undefined;
}

/** The policies that allow exactly these permissions: several where one would be too long for the store. */
export function compile(platform: IssuingPlatform, permissions: KeyPermission[]): CompiledPolicy[] {
  const { store } = platform.config;
  const target = { dialect: traitsOf(store).dialect, bucket: store.bucket };
  // An agent asks for the same again and again, and compiling is a pure function of these.
  const asked = JSON.stringify([target, permissions]);
  const known = compiled.get(asked);
  if (known) return known;
  const policies = compilePermissions(permissions, target);
  compiled.set(asked, policies);
  return policies;
}

/** Characters of what was asked and what came of it: long requests must not take the place of many short ones. */
const compiled = new LRUCache<string, CompiledPolicy[]>({
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: (policies, asked) =>
    policies.reduce((size, { document }) => size + document.length, 3 * asked.length),
});

/** Compiles what was allowed into policies and plans one credential for each. Writes nothing, calls no service. */
export function planCredentials(
  platform: IssuingPlatform,
  desk: Pick<CredentialDesk, 'cache'>,
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
  const policyVersions = policyVersionsOf(containers);
  return compile(platform, permissions).map((policy) => {
    const lifetimeSeconds = lifetimeOf(policy, allowed, containers, { durationSeconds, exposureSeconds });
    return {
      agentId,
      scopes: grantsOf(policy, allowed).map(auditScope),
      policy,
      policyVersions,
      lifetimeSeconds,
      live: desk.cache.find({ agentId, policy: policy.document, lifetimeSeconds }, now),
    };
  });
}

/** Policy versions by kind and id of their containers, since a topic and a task may have the same id. */
function policyVersionsOf(containers: Containers): Record<string, number> {
  return Object.fromEntries(
    Object.entries(containers).flatMap(([kind, found]: [string, Containers[keyof Containers]]) =>
      [...found].map(([id, { policyVersion }]) => [`${kind}/${id}`, policyVersion]),
    ),
  );
}
