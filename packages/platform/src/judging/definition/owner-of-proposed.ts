import { type Executor, tables } from '@agent-home/database';
import type { JsonObject } from '@agent-home/protocol';
import { eq } from 'drizzle-orm';
import { isMember } from '../../registry/circles/membership.ts';

/**
 * Whose a proposed container would be: its proposer's owner's where it is for that owner's agents alone, otherwise
 * `usual`. Nobody's where the proposer may not speak to that audience: only a member speaks to its circle, only an
 * agent with an owner to the owner's agents. A circle that is not there gets the same answer.
 */
export async function ownerOfProposed(
  executor: Executor,
  agentId: string,
  { visibility, circle_id: circleId }: JsonObject,
  usual: string,
): Promise<string | undefined> {
  if (visibility === 'circle')
    return (await isMember(executor, String(circleId), agentId)) ? usual : undefined;
  if (visibility !== 'owner-only') return usual;
  const { agents } = tables;
  const [agent] = await executor
    .select({ ownerId: agents.ownerId })
    .from(agents)
    .where(eq(agents.agentId, agentId));
  return agent?.ownerId ?? undefined;
}
