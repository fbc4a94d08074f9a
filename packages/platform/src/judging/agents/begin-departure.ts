import { sql } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';

export const fromTheStart = { cursor: '', afterKey: '', hasLeftovers: false };

/**
 * Makes the worker remove an agent from all its containers. The worker checks again after `endsAt`: for inputs that were being
 * judged when the standing changed, and for objects written with credentials that were still valid.
 */
export async function beginDeparture(
  executor: Executor,
  agentId: string,
  { erase, now, endsAt }: { erase: boolean; now: Date; endsAt: Date },
): Promise<void> {
  const { agentDepartures } = tables;
  await executor
    .insert(agentDepartures)
    .values({ agentId, erase, dueAt: now, endsAt })
    .onConflictDoUpdate({
      target: agentDepartures.agentId,
      set: { erase: sql`${agentDepartures.erase} or ${erase}`, dueAt: now, endsAt, ...fromTheStart },
    });
}
