import { type AnyColumn, and, eq, type SQL, sql } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import type { Actor } from '../agents/own-agent.ts';

export type RunRow = typeof tables.runs.$inferSelect;

/** Condition of the runs that an actor may see: an owner those of its agents, the office all. */
export function isVisible(actor: Actor): SQL | undefined {
  return isOfVisibleAgent(actor, tables.runs.agentId);
}

/** Condition of rows of an agent that an actor may see. */
export function isOfVisibleAgent(actor: Actor, agentId: AnyColumn): SQL | undefined {
  const { agents } = tables;
  return actor.role === 'admin'
    ? undefined
    : sql`${agentId} in (select one.agent_id from ${agents} as one where one.owner_id = ${actor.ownerId})`;
}

/** Names a run. The agent is needed only if several agents sent a run of the same id. */
export interface RunName {
  runId: string;
  agentId: string | undefined;
}

/**
 * Returns a run that the actor may see.
 * @throws PlatformError `not_found`, also for a run of another owner's agent; `ambiguous_run`
 */
export async function findVisibleRun(
  executor: Executor,
  actor: Actor,
  { runId, agentId }: RunName,
): Promise<RunRow> {
  const { runs } = tables;
  const [run, another] = await executor
    .select()
    .from(runs)
    .where(
      and(
        eq(runs.runId, runId),
        agentId === undefined ? undefined : eq(runs.agentId, agentId),
        isVisible(actor),
      ),
    )
    .limit(2);
  if (!run) throw new PlatformError('not_found', 'no mirrored run of your agents has this id; check it');
  if (another)
    throw new PlatformError('ambiguous_run', 'several agents sent a run of this id; add agent_id', {
      path: 'agent_id',
    });
  return run;
}
