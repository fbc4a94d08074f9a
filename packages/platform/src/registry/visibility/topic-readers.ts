import { type SQL, sql } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import { type AskingAgent, isReader } from './is-reader.ts';
import { isMember } from './membership.ts';

/** Returns the condition that an agent takes part in a topic and was not removed, for a statement over `topics`. */
export function takesPartInTopic(agentId: SQL | string): SQL {
  const { topics, topicParticipants } = tables;
  return sql`exists (select 1 from ${topicParticipants} where ${topicParticipants.topicId} = ${topics.topicId}
    and ${topicParticipants.agentId} = ${agentId} and not ${topicParticipants.leftOut})`;
}

/** Returns the condition that an admitted agent may read a topic, for a statement over `topics`. */
export function isTopicReader({ agentId, ownerId }: AskingAgent): SQL {
  const { topics, topicAllowlist, topicRestrictions } = tables;
  const belongs = isReader({
    visibility: sql`${topics.visibility}`,
    traits: {
      same_owner: sql`${topics.ownerId} = ${ownerId}`,
      circle_member: isMember(sql`${topics.circleId}`, agentId),
      allowlisted: sql`exists (select 1 from ${topicAllowlist} where ${topicAllowlist.topicId} = ${topics.topicId}
        and ${topicAllowlist.agentId} = ${agentId})`,
      participant: takesPartInTopic(agentId),
    },
  });
  return sql`(${belongs} and not exists (
    select 1 from ${topicRestrictions} where ${topicRestrictions.topicId} = ${topics.topicId}
      and ${topicRestrictions.agentId} = ${agentId} and ${topicRestrictions.bannedAt} is not null))`;
}
