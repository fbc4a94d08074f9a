import type { JsonObject } from '@agent-home/protocol';
import { eq } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import { isMember } from '../../registry/circles/membership.ts';

/**
 * Returns the owner that a proposed container would have: the proposer's own for `owner-only`, otherwise `usual`. Returns
 * `undefined` if the proposer may not propose for that audience: for a circle it must be a member, for an owner's agents it must
 * have an owner. A missing circle gets the same result as one that the proposer is not in.
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
