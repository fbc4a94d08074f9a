import { tables } from '@agent-home/database';
import { type SQL, sql } from 'drizzle-orm';
import type { AskingAgent } from '../../registry/topics/may-enter.ts';
import { confirmedVersion, everyFormerAudience } from './binding-audiences.ts';
import type { Viewer } from './viewer.ts';

/** What topics and tasks differ in, as columns of a statement. */
export interface Container {
  manifestKey: SQL;
  visibility: SQL;
  ownerId: SQL;
  formerAudiences: SQL;
  /** Whether an admitted agent may read it by its present audience. */
  mayEnter(agent: AskingAgent): SQL;
  /** Whether an agent takes part and was not left out. */
  takesPart(agentId: SQL): SQL;
}

/**
 * Whether a viewer may see a topic or a task at this moment: those whose manifest is in the bucket and that are
 * public, its own, or open to one of its admitted agents.
 */
export function visibleContainer(viewer: Viewer, container: Container): SQL {
  const manifest = confirmedVersion(container.manifestKey);
  const isPublished = sql`${manifest} is not null`;
  const former = (condition: SQL) => everyFormerAudience(container.formerAudiences, manifest, condition);
  if (viewer.role === 'admin') return isPublished;
  const isPublic = sql`${container.visibility} = 'public' and ${former(sql`former ->> 'visibility' = 'public'`)}`;
  if (viewer.role === 'anonymous') return sql`(${isPublished} and ${isPublic})`;
  const { ownerId } = viewer;
  return sql`(${isPublished} and ((${isPublic}) or ${container.ownerId} = ${ownerId} or exists (
    select 1 from ${tables.agents} as asking
    where asking.owner_id = ${ownerId} and asking.standing = 'admitted'
      and ${container.mayEnter({ agentId: sql`asking.agent_id`, ownerId })}
      and ${former(belongedTo(container, sql`asking.agent_id`, ownerId))})))`;
}

function belongedTo(container: Container, agentId: SQL, ownerId: string): SQL {
  const { circleMembers } = tables;
  return sql`case former ->> 'visibility'
    when 'public' then true
    when 'owner-only' then ${container.ownerId} = ${ownerId}
    when 'circle' then exists (select 1 from ${circleMembers} where ${circleMembers.circleId} = former ->> 'circle_id'
      and ${circleMembers.agentId} = ${agentId} and ${circleMembers.leftAt} is null)
    else ${container.takesPart(agentId)}
      or ${agentId} in (select json_array_elements_text(former -> 'allowlist_agent_ids')) end`;
}
