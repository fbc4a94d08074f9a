import { objectKey } from '@agent-home/protocol';
import type { FindHead, Head } from './published-heads.ts';

export type Heads = Record<string, Head>;

/** Version and hash of what a credential opens, as they are in the bucket now: an older copy there is refused. */
export async function loadHeads(find: FindHead, topicIds: string[], agentId: string): Promise<Heads> {
  const keys = [
    objectKey('platform_keys'),
    objectKey('platform_policy'),
    objectKey('agent_card', { agent_id: agentId }),
    ...topicIds.flatMap((topicId) => [
      objectKey('topic_manifest', { topic_id: topicId }),
      objectKey('topic_state', { topic_id: topicId }),
    ]),
  ];
  const found = await Promise.all(keys.map(async (key) => [key, await find(key)] as const));
  return Object.fromEntries(found.flatMap(([key, head]) => (head ? [[key, head]] : [])));
}
