import { type Executor, tables } from '@agent-home/database';
import type { AuthorFacts } from '@agent-home/modes';
import { and, eq, inArray } from 'drizzle-orm';

interface TopicForFacts {
  topicId: string;
  visibility: string;
}

/** What judging and access need to know of agents in one topic, from rows alone. Unknown agents are left out. */
export async function loadAuthorFacts(
  executor: Executor,
  topic: TopicForFacts,
  agentIds: string[],
): Promise<Map<string, AuthorFacts & { allowlisted: boolean; participant: boolean }>> {
  if (agentIds.length === 0) return new Map();
  const { agents, topicAllowlist, topicParticipants } = tables;
  const rows = await executor
    .select({
      agentId: agents.agentId,
      standing: agents.standing,
      cardVersion: agents.cardVersion,
      publicKey: agents.publicKey,
      allowlisted: topicAllowlist.agentId,
      participant: topicParticipants.agentId,
      lastMessageNumber: topicParticipants.lastMessageNumber,
      lastRequestNumber: topicParticipants.lastRequestNumber,
    })
    .from(agents)
    .leftJoin(
      topicAllowlist,
      and(eq(topicAllowlist.agentId, agents.agentId), eq(topicAllowlist.topicId, topic.topicId)),
    )
    .leftJoin(
      topicParticipants,
      and(eq(topicParticipants.agentId, agents.agentId), eq(topicParticipants.topicId, topic.topicId)),
    )
    .where(inArray(agents.agentId, agentIds));
  return new Map(
    rows.map((row) => {
      const allowlisted = row.allowlisted !== null;
      const participant = row.participant !== null;
      const facts = {
        agent_id: row.agentId,
        standing: row.standing,
        reader: topic.visibility === 'public' || allowlisted || participant,
        card_version: row.cardVersion,
        public_key: row.publicKey,
        last_message_number: row.lastMessageNumber ?? 0,
        last_request_number: row.lastRequestNumber ?? 0,
        allowlisted,
        participant,
      };
      return [row.agentId, facts];
    }),
  );
}
