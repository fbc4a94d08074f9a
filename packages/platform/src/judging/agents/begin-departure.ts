import { sql } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';

export const fromTheStart = { cursor: '', afterKey: '', hasLeftovers: false };

/**
 * Has the worker take an agent out of everything it is in. It looks a second time after `endsAt`: at what was being
 * judged when the standing changed, and what credentials that still lived have left behind.
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
