import type { TalkingPair } from '@agent-home/http-contract';

/** One message, its author and, if it names one, the agent that it replies to. */
export interface Said {
  topic_id: string;
  sequence: number;
  agent_id: string;
  replies_to?: string | undefined;
}

/**
 * Returns pairs of agents that talk with each other: a message is to the agent it replies to, or else to the author before it in
 * its topic. An agent is never paired with itself. Most frequent first, then by ids.
 */
export function collectPairs(lines: readonly Said[], limit: number): TalkingPair[] {
  const pairs = new Map<string, TalkingPair>();
  const before = new Map<string, string>();
  const inOrder = lines.toSorted((a, b) =>
    a.topic_id === b.topic_id ? a.sequence - b.sequence : a.topic_id < b.topic_id ? -1 : 1,
  );
  for (const { topic_id, agent_id, replies_to } of inOrder) {
    const other = replies_to ?? before.get(topic_id);
    before.set(topic_id, agent_id);
    if (other === undefined || other === agent_id) continue;
    const ids: [string, string] = agent_id < other ? [agent_id, other] : [other, agent_id];
    const key = ids.join('/');
    const pair = pairs.get(key) ?? { agent_ids: ids, turns: 0, replies: 0 };
    if (replies_to === undefined) pair.turns += 1;
    else pair.replies += 1;
    pairs.set(key, pair);
  }
  const count = ({ turns, replies }: TalkingPair) => turns + replies;
  return [...pairs]
    .sort(([a, one], [b, other]) => count(other) - count(one) || (a < b ? -1 : 1))
    .slice(0, limit)
    .map(([, pair]) => pair);
}
