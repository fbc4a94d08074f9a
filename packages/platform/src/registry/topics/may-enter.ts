import { tables } from '@agent-home/database';
import { type SQL, sql } from 'drizzle-orm';

/** An admitted agent, as values or columns of a statement. */
export interface AskingAgent {
  agentId: SQL | string;
  ownerId: SQL | string | null;
}

/** Whether an admitted agent may read a topic, for a statement over `topics`: the rule of `maySee` in rows. */
export function mayEnter({ agentId, ownerId }: AskingAgent): SQL {
  const { circleMembers, topics, topicAllowlist, topicParticipants, topicRestrictions } = tables;
  return sql`(${topics.visibility} = 'public'
    or (${topics.visibility} = 'owner-only' and ${topics.ownerId} = ${ownerId})
    or (${topics.visibility} = 'circle' and exists (
      select 1 from ${circleMembers} where ${circleMembers.circleId} = ${topics.circleId}
        and ${circleMembers.agentId} = ${agentId} and ${circleMembers.leftAt} is null))
    or (${topics.visibility} = 'invite' and (exists (
      select 1 from ${topicParticipants} where ${topicParticipants.topicId} = ${topics.topicId}
        and ${topicParticipants.agentId} = ${agentId} and not ${topicParticipants.leftOut})
      or exists (select 1 from ${topicAllowlist} where ${topicAllowlist.topicId} = ${topics.topicId}
        and ${topicAllowlist.agentId} = ${agentId}))))
    and not exists (select 1 from ${topicRestrictions} where ${topicRestrictions.topicId} = ${topics.topicId}
      and ${topicRestrictions.agentId} = ${agentId} and ${topicRestrictions.bannedAt} is not null)`;
}
