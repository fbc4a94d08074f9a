import type { GrantRequest } from '@agent-home/access';
import { objectKey } from '@agent-home/protocol';
import type { FindHead, Head } from './published-heads.ts';

export type Heads = Record<string, Head>;

/** Heads of what is asked for; `headsOf` picks what was granted, since a head tells that its object exists. */
export interface AskedHeads {
  common: Heads;
  topics: Map<string, Heads>;
}

/** Version and hash of what a credential opens, as they are in the bucket now: an older copy there is refused. */
export async function loadHeads(find: FindHead, topicIds: string[], agentId: string): Promise<AskedHeads> {
  const [common, ...topics] = await Promise.all([
    findAll(find, [
      objectKey('platform_keys'),
      objectKey('platform_policy'),
      objectKey('agent_card', { agent_id: agentId }),
    ]),
    ...topicIds.map(async (topicId) => {
      const place = { topic_id: topicId };
      const keys = [objectKey('topic_manifest', place), objectKey('topic_state', place)];
      return [topicId, await findAll(find, keys)] as const;
    }),
  ]);
  return { common, topics: new Map(topics) };
}

export function headsOf({ common, topics }: AskedHeads, openTopicIds: string[]): Heads {
  return Object.assign({}, common, ...openTopicIds.map((topicId) => topics.get(topicId)));
}

/** Heads of single objects that grants beside those of topics open. */
export async function headsOfGrants(
  find: FindHead,
  agentId: string,
  allowed: { grant: GrantRequest }[],
): Promise<Heads> {
  const keys = allowed.flatMap(({ grant }) => {
    if (grant.type === 'task_read') return [objectKey('task_manifest', { task_id: String(grant.task_id) })];
    if (grant.type === 'circle_read') {
      const circle = { circle_id: String(grant.circle_id) };
      return [
        objectKey('circle_manifest', circle),
        objectKey('circle_member', { ...circle, agent_id: agentId }),
      ];
    }
    return grant.type === 'prompt_read' ? [objectKey('prompt_bundle', { agent_id: agentId })] : [];
  });
  return keys.length === 0 ? {} : findAll(find, keys);
}

async function findAll(find: FindHead, keys: string[]): Promise<Heads> {
  const found = await Promise.all(keys.map(async (key) => [key, await find(key)] as const));
  return Object.fromEntries(found.flatMap(([key, head]) => (head ? [[key, head]] : [])));
}
