import { type GrantRequest, isSupportedGrant, objectKey, type SupportedGrant } from '@agent-home/protocol';
import type { FindHead, Head } from '../../publication/outbox/published-heads.ts';

export type Heads = Record<string, Head>;

/**
 * Loads version and hash of every single object that these grants would open, as the bucket has it now, so that readers can reject
 * an older copy. Runs while the grants are still being decided. Never return all of them to the agent: a head discloses that its
 * object exists, so `collectHeads` selects the granted ones.
 */
export async function loadHeads(find: FindHead, agentId: string, asked: GrantRequest[]): Promise<Heads> {
  const found = await Promise.all(
    [...keysOpenedBy(agentId, asked)].map(async (key) => [key, await find(key)] as const),
  );
  return Object.fromEntries(found.flatMap(([key, head]) => (head ? [[key, head]] : [])));
}

export function collectHeads(loaded: Heads, agentId: string, granted: GrantRequest[]): Heads {
  if (granted.length === 0) return {};
  const keys = keysOpenedBy(agentId, granted);
  return Object.fromEntries(Object.entries(loaded).filter(([key]) => keys.has(key)));
}

/** Returns the single objects that grants open. Objects below a prefix need no head, because state and ledger vouch for them. */
function keysOpenedBy(agentId: string, grants: GrantRequest[]): Set<string> {
  return new Set([
    objectKey('platform_keys'),
    objectKey('platform_policy'),
    objectKey('agent_card', { agent_id: agentId }),
    ...grants.filter(isSupportedGrant).flatMap((grant) => collectKeys(agentId, grant)),
  ]);
}

function collectKeys(agentId: string, grant: SupportedGrant): string[] {
  switch (grant.type) {
    case 'topic_read':
    case 'topic_message_write':
    case 'topic_request_write': {
      const topic = { topic_id: grant.topic_id };
      return [objectKey('topic_manifest', topic), objectKey('topic_state', topic)];
    }
    case 'task_read':
      return [objectKey('task_manifest', { task_id: grant.task_id })];
    case 'circle_read': {
      const circle = { circle_id: grant.circle_id };
      const member = { ...circle, agent_id: agentId };
      return [objectKey('circle_manifest', circle), objectKey('circle_member', member)];
    }
    case 'prompt_read':
      return [
        objectKey('prompt_bundle', { agent_id: agentId }),
        objectKey('policy_bundle', { agent_id: agentId }),
      ];
    default:
      return [];
  }
}
