import { maySee } from '@agent-home/access';
import type { AuthorFacts } from '@agent-home/modes';
import type { Visibility } from '@agent-home/protocol';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { type Executor, jsonParameter, tables } from '../../database/index.ts';

/** Facts about an agent in one topic. */
export interface KnownAuthor {
  agentId: string;
  standing: AuthorFacts['standing'];
  cardVersion: number;
  publicKey: string;
  ownerId: string | null;
  allowlisted: string | null;
  circleMember: string | null;
  participant: string | null;
  bannedAt: Date | null;
  /** True if a change of the audience removed this participant; null for other agents. */
  leftOut: boolean | null;
  lastMessageNumber: number | null;
  lastRequestNumber: number | null;
}

/** Loads the facts about these agents in one topic that judging needs. The result lacks ids of unknown agents. */
export async function loadAuthors(
  executor: Executor,
  topicId: string,
  agentIds: string[],
): Promise<Map<string, KnownAuthor>> {
  if (agentIds.length === 0) return new Map();
  const { agents, circleMembers, topicAllowlist, topicParticipants, topicRestrictions, topics } = tables;
  const rows = await executor
    .select({
      agentId: agents.agentId,
      standing: agents.standing,
      cardVersion: agents.cardVersion,
      publicKey: agents.publicKey,
      ownerId: agents.ownerId,
      circleMember: circleMembers.agentId,
      allowlisted: topicAllowlist.agentId,
      participant: topicParticipants.agentId,
      bannedAt: topicRestrictions.bannedAt,
      leftOut: topicParticipants.leftOut,
      lastMessageNumber: topicParticipants.lastMessageNumber,
      lastRequestNumber: topicParticipants.lastRequestNumber,
    })
    .from(agents)
    .leftJoin(topics, and(eq(topics.topicId, topicId), eq(topics.visibility, 'circle')))
    .leftJoin(
      circleMembers,
      and(
        eq(circleMembers.circleId, topics.circleId),
        eq(circleMembers.agentId, agents.agentId),
        isNull(circleMembers.leftAt),
      ),
    )
    .leftJoin(
      topicAllowlist,
      and(eq(topicAllowlist.agentId, agents.agentId), eq(topicAllowlist.topicId, topicId)),
    )
    .leftJoin(
      topicParticipants,
      and(eq(topicParticipants.agentId, agents.agentId), eq(topicParticipants.topicId, topicId)),
    )
    .leftJoin(
      topicRestrictions,
      and(eq(topicRestrictions.agentId, agents.agentId), eq(topicRestrictions.topicId, topicId)),
    )
    .where(sql`${agents.agentId} in (select json_array_elements_text(${jsonParameter(agentIds)}::json))`);
  return new Map(rows.map((row) => [row.agentId, row]));
}

/**
 * Returns the author facts for a mode. `raised` contains the numbers that the agent has used in inputs judged earlier in this
 * transaction.
 */
export function collectFacts(
  author: KnownAuthor,
  topic: { visibility: Visibility; ownerId: string },
  raised: { message: number; request: number },
): AuthorFacts {
  return {
    agent_id: author.agentId,
    standing: author.standing,
    reader: isReader(author, topic),
    card_version: author.cardVersion,
    public_key: author.publicKey,
    last_message_number: Math.max(author.lastMessageNumber ?? 0, raised.message),
    last_request_number: Math.max(author.lastRequestNumber ?? 0, raised.request),
  };
}

/** Returns true if the agent belongs to the topic's audience, in any standing. */
export function isReader(author: KnownAuthor, topic: { visibility: Visibility; ownerId: string }): boolean {
  const { ownerId } = author;
  if (author.bannedAt !== null) return false;
  const audience = {
    visibility: topic.visibility,
    owner_id: topic.ownerId,
    allowlisted: author.allowlisted !== null,
    participant: author.participant !== null && author.leftOut === false,
    circle_member: author.circleMember !== null,
  };
  return maySee(audience, { owner_id: ownerId });
}
