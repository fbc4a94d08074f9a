import { type SQL, sql } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import { type AskingAgent, isReader } from './is-reader.ts';
import { isMember } from './membership.ts';

/** Returns the condition that an agent takes part in a task and was not removed, for a statement over `tasks`. */
export function takesPartInTask(agentId: SQL | string): SQL {
  const { tasks, taskParticipants } = tables;
  return sql`exists (select 1 from ${taskParticipants} where ${taskParticipants.taskId} = ${tasks.taskId}
    and ${taskParticipants.agentId} = ${agentId} and not ${taskParticipants.leftOut})`;
}

/** Returns the condition that an admitted agent may read a task, for a statement over `tasks`. */
export function isTaskReader({ agentId, ownerId }: AskingAgent): SQL {
  const { tasks, taskAllowlist } = tables;
  return isReader({
    visibility: sql`${tasks.visibility}`,
    traits: {
      same_owner: sql`${tasks.ownerId} = ${ownerId}`,
      circle_member: isMember(sql`${tasks.circleId}`, agentId),
      allowlisted: sql`exists (select 1 from ${taskAllowlist} where ${taskAllowlist.taskId} = ${tasks.taskId}
        and ${taskAllowlist.agentId} = ${agentId})`,
      participant: takesPartInTask(agentId),
    },
  });
}
