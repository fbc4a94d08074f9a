import type { CompiledPolicy } from '@agent-home/access';
import { type GrantRequest, isSupportedGrant } from '@agent-home/protocol';
import type { AllowedGrant, Containers } from './decide-grants.ts';
import { grantsOf } from './describe-credential.ts';

/**
 * How many seconds the credential of one policy lives. No store takes a credential back, so an agent that is put out
 * of a private container can read there until its credential expires. Credentials for what is not public therefore
 * live no longer than the home allows for that, whatever was asked for; `expiration` in the answer tells (openspec:
 * credentials).
 */
export function lifetimeOf(
  policy: CompiledPolicy,
  allowed: AllowedGrant[],
  containers: Containers,
  { durationSeconds, exposureSeconds }: { durationSeconds: number; exposureSeconds: number },
): number {
  const isExposing = grantsOf(policy, allowed).some((grant) => readsPrivately(grant, containers));
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
