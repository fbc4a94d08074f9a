import { tables } from '@agent-home/database';
import { type SQL, sql } from 'drizzle-orm';
import { mayEnterTask } from '../tasks/may-enter-task.ts';
import { confirmedVersion, everyFormerAudience } from './binding-audiences.ts';
import type { Viewer } from './viewer.ts';

/** Whether a viewer may see a task at this moment, for a statement over `tasks`: as with topics. */
export function visibleTask(viewer: Viewer): SQL {
  const { tasks } = tables;
  const manifest = confirmedVersion(sql`'tasks/' || ${tasks.taskId} || '/manifest.json'`);
  const isPublished = sql`${manifest} is not null`;
  const former = (condition: SQL) => everyFormerAudience(sql`${tasks.formerAudiences}`, manifest, condition);
  if (viewer.role === 'admin') return isPublished;
  const isPublic = sql`${tasks.visibility} = 'public' and ${former(sql`former ->> 'visibility' = 'public'`)}`;
  if (viewer.role === 'anonymous') return sql`(${isPublished} and ${isPublic})`;
  const { ownerId } = viewer;
  return sql`(${isPublished} and ((${isPublic}) or ${tasks.ownerId} = ${ownerId} or exists (
    select 1 from ${tables.agents} as asking
    where asking.owner_id = ${ownerId} and asking.standing = 'admitted'
      and ${mayEnterTask({ agentId: sql`asking.agent_id`, ownerId })}
      and ${former(belongedTo(sql`asking.agent_id`, ownerId))})))`;
}

/** The same of one task, for any statement. */
export function canSeeTask(viewer: Viewer, taskId: string): SQL {
  const { tasks } = tables;
  return sql`exists (select 1 from ${tasks} where ${tasks.taskId} = ${taskId} and ${visibleTask(viewer)})`;
}

function belongedTo(agentId: SQL, ownerId: string): SQL {
  const { circleMembers, taskParticipants, tasks } = tables;
  return sql`case former ->> 'visibility'
    when 'public' then true
    when 'owner-only' then ${tasks.ownerId} = ${ownerId}
    when 'circle' then exists (select 1 from ${circleMembers} where ${circleMembers.circleId} = former ->> 'circle_id'
      and ${circleMembers.agentId} = ${agentId} and ${circleMembers.leftAt} is null)
    else exists (select 1 from ${taskParticipants} where ${taskParticipants.taskId} = ${tasks.taskId}
        and ${taskParticipants.agentId} = ${agentId} and not ${taskParticipants.leftOut})
      or ${agentId} in (select json_array_elements_text(former -> 'allowlist_agent_ids')) end`;
}
