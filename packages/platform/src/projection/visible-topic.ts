import { tables } from '@agent-home/database';
import { type SQL, sql } from 'drizzle-orm';
import { mayEnter } from '../topics/may-enter.ts';
import { confirmedVersion, everyFormerAudience } from './binding-audiences.ts';
import type { Viewer } from './viewer.ts';

/**
 * Whether a viewer may see a topic at this moment, for a statement over `topics`: those whose manifest is in the bucket
 * and that are public, its own, or open to one of its admitted agents.
 */
export function visibleTopic(viewer: Viewer): SQL {
  const { topics } = tables;
  const manifest = confirmedVersion(sql`'topics/' || ${topics.topicId} || '/manifest.json'`);
  const isPublished = sql`${manifest} is not null`;
  const former = (condition: SQL) => everyFormerAudience(sql`${topics.formerAudiences}`, manifest, condition);
  if (viewer.role === 'admin') return isPublished;
  const isPublic = sql`${topics.visibility} = 'public' and ${former(sql`former ->> 'visibility' = 'public'`)}`;
  if (viewer.role === 'anonymous') return sql`(${isPublished} and ${isPublic})`;
  const { ownerId } = viewer;
  return sql`(${isPublished} and ((${isPublic}) or ${topics.ownerId} = ${ownerId} or exists (
    select 1 from ${tables.agents} as asking
    where asking.owner_id = ${ownerId} and asking.standing = 'admitted'
      and ${mayEnter({ agentId: sql`asking.agent_id`, ownerId })}
      and ${former(belongedTo(sql`asking.agent_id`, ownerId))})))`;
}

/** The same of one topic, for any statement. */
export function canSeeTopic(viewer: Viewer, topicId: string): SQL {
  const { topics } = tables;
  return sql`exists (select 1 from ${topics} where ${topics.topicId} = ${topicId} and ${visibleTopic(viewer)})`;
}

function belongedTo(agentId: SQL, ownerId: string): SQL {
  const { circleMembers, topicParticipants, topics } = tables;
  return sql`case former ->> 'visibility'
    when 'public' then true
    when 'owner-only' then ${topics.ownerId} = ${ownerId}
    when 'circle' then exists (select 1 from ${circleMembers} where ${circleMembers.circleId} = former ->> 'circle_id'
      and ${circleMembers.agentId} = ${agentId} and ${circleMembers.leftAt} is null)
    else exists (select 1 from ${topicParticipants} where ${topicParticipants.topicId} = ${topics.topicId}
        and ${topicParticipants.agentId} = ${agentId} and not ${topicParticipants.leftOut})
      or ${agentId} in (select json_array_elements_text(former -> 'allowlist_agent_ids')) end`;
}
