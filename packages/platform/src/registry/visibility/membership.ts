import { type SQL, sql } from 'drizzle-orm';
import { tables } from '../../database/index.ts';

/** Returns the condition that an agent is in a circle now. */
export function isMember(circleId: SQL, agentId: SQL | string): SQL {
  const { circleMembers } = tables;
  return sql`exists (select 1 from ${circleMembers} where ${circleMembers.circleId} = ${circleId}
    and ${circleMembers.agentId} = ${agentId} and ${circleMembers.leftAt} is null)`;
}
