import { tables } from '@agent-home/database';
import { type SQL, sql } from 'drizzle-orm';
import type { AskingAgent } from '../topics/may-enter.ts';

/** Whether an admitted agent may read a task, for a statement over `tasks`: the rule of `maySee` in rows. */
export function mayEnterTask({ agentId, ownerId }: AskingAgent): SQL {
  const { tasks, taskAllowlist, taskParticipants, circleMembers } = tables;
  return sql`(${tasks.visibility} = 'public'
    or (${tasks.visibility} = 'owner-only' and ${tasks.ownerId} = ${ownerId})
    or (${tasks.visibility} = 'invite' and (exists (
      select 1 from ${taskAllowlist} where ${taskAllowlist.taskId} = ${tasks.taskId}
        and ${taskAllowlist.agentId} = ${agentId})
      or exists (select 1 from ${taskParticipants} where ${taskParticipants.taskId} = ${tasks.taskId}
        and ${taskParticipants.agentId} = ${agentId} and not ${taskParticipants.leftOut})))
    or (${tasks.visibility} = 'circle' and exists (
      select 1 from ${circleMembers} where ${circleMembers.circleId} = ${tasks.circleId}
        and ${circleMembers.agentId} = ${agentId} and ${circleMembers.leftAt} is null)))`;
}
