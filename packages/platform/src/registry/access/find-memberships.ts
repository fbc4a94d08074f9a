import { type SQL, sql } from 'drizzle-orm';
import { jsonParameter, tables } from '../../database/index.ts';

/** Relation of an agent to one topic, independent of the topic's audience. */
export interface Membership {
  allowlisted: boolean;
  circleMember: boolean;
  restriction: 'muted' | 'banned' | undefined;
  participant: { lastMessageNumber: number; lastRequestNumber: number; leftOut: boolean } | undefined;
}

export interface TopicAndAgent {
  topicId: string;
  agentId: string;
}

export interface MembershipRow {
  position: number;
  allowlisted: boolean;
  circle_member: boolean;
  message_number: number | null;
  request_number: number | null;
  left_out: boolean | null;
  banned: boolean;
  muted: boolean | null;
}

/** Returns a statement with one row for each pair, which contains the pair's position. */
export function selectMemberships(pairs: TopicAndAgent[], now: Date): SQL {
  const { topicAllowlist, topicParticipants, topicRestrictions, topics, circleMembers } = tables;
  const asked = jsonParameter(
    pairs.map(({ topicId, agentId }, position) => ({ position, topic_id: topicId, agent_id: agentId })),
  );
  return sql`select asked.position, ${topicAllowlist.agentId} is not null as allowlisted,
          ${circleMembers.agentId} is not null as circle_member,
          ${topicParticipants.lastMessageNumber} as message_number,
          ${topicParticipants.lastRequestNumber} as request_number, ${topicParticipants.leftOut} as left_out,
          ${topicRestrictions.bannedAt} is not null as banned,
          ${topicRestrictions.mutedUntil} > ${now.toISOString()}::timestamptz as muted
        from jsonb_to_recordset(${asked}::jsonb) as asked(position integer, topic_id text, agent_id text)
        left join ${topicAllowlist} on ${topicAllowlist.topicId} = asked.topic_id
          and ${topicAllowlist.agentId} = asked.agent_id
        left join ${topicParticipants} on ${topicParticipants.topicId} = asked.topic_id
          and ${topicParticipants.agentId} = asked.agent_id
        left join ${topicRestrictions} on ${topicRestrictions.topicId} = asked.topic_id
          and ${topicRestrictions.agentId} = asked.agent_id
        left join ${topics} on ${topics.topicId} = asked.topic_id and ${topics.visibility} = 'circle'
        left join ${circleMembers} on ${circleMembers.circleId} = ${topics.circleId}
          and ${circleMembers.agentId} = asked.agent_id and ${circleMembers.leftAt} is null`;
}

const none: Membership = {
  allowlisted: false,
  circleMember: false,
  participant: undefined,
  restriction: undefined,
};

export function getMembership(row: MembershipRow | undefined): Membership {
  if (!row) return none;
  const { message_number: message, request_number: request } = row;
  const participant =
    message === null || request === null
      ? undefined
      : { lastMessageNumber: message, lastRequestNumber: request, leftOut: row.left_out === true };
  return {
    allowlisted: row.allowlisted,
    circleMember: row.circle_member,
    restriction: row.banned ? 'banned' : row.muted ? 'muted' : undefined,
    participant,
  };
}
