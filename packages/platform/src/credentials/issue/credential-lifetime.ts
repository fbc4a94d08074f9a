import type { CompiledPolicy } from '@agent-home/access';
import { type GrantRequest, isSupportedGrant } from '@agent-home/protocol';
import type { AllowedGrant, Containers } from './decide-grants.ts';
import { grantsOf } from './describe-credential.ts';

/**
 * How many seconds the credential of one policy lives. No store takes a credential back: who is put out of what is not
 * public reads what is said there as long as its credential lives, so that such a one lives no longer than the home
 * wants anybody to be exposed, whatever was asked for. Its `expiration` tells (openspec: credentials).
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
