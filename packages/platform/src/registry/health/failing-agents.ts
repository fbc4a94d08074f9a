import type { AgentHealth, Failing, FailingAgent } from '@agent-home/http-contract';
import { and, asc, desc, eq, gte } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import type { Actor } from '../agents/own-agent.ts';
import { remedyFor } from './failure-remedies.ts';

/** Number of failed runs in a row from which an agent is failing. */
export const failedRunsOfFailing = 3;

/** Most agents in a list of failing ones. */
const mostListed = 100;

/** Columns of `agent_health` that show the failures of an agent. */
export function failingColumns() {
  const { failedRuns, code, runId, failedSince } = tables.agentHealth;
  return { failedRuns, code, runId, failedSince };
}

/** Failures in the row of an agent; null for an agent that has mirrored no run. */
type FailingRow = Pick<
  typeof tables.agentHealth.$inferSelect,
  'failedRuns' | 'code' | 'runId' | 'failedSince'
>;

/** Returns the failures of an agent; undefined unless it is failing. */
export function toFailing(row: FailingRow | null | undefined): Failing | undefined {
  if (!row || row.failedRuns < failedRunsOfFailing || row.failedSince === null) return undefined;
  const { failedRuns, failedSince } = row;
  const code = row.code ?? 'other';
  return {
    code,
    since: failedSince.toISOString(),
    failed_runs: failedRuns,
    run_id: row.runId ?? '',
    remedy: remedyFor(code),
  };
}

/** Lists admitted agents whose latest runs failed, most failures first. */
export async function listFailingAgents(executor: Executor): Promise<FailingAgent[]> {
  const { agentHealth, agents } = tables;
  const rows = await executor
    .select({ agentId: agentHealth.agentId, ...failingColumns() })
    .from(agentHealth)
    .innerJoin(agents, eq(agents.agentId, agentHealth.agentId))
    .where(and(gte(agentHealth.failedRuns, failedRunsOfFailing), eq(agents.standing, 'admitted')))
    .orderBy(desc(agentHealth.failedRuns), asc(agentHealth.agentId))
    .limit(mostListed);
  return rows.flatMap(({ agentId, ...row }) => {
    const failing = toFailing(row);
    return failing ? [{ agent_id: agentId, ...failing }] : [];
  });
}

/**
 * Returns the health of an agent for its owner or the office.
 * @throws PlatformError `unknown_agent`, also for another owner's agent, so that existing ids are not disclosed
 */
export async function showAgentHealth(
  { database, now }: Pick<Platform, 'database' | 'now'>,
  agentId: string,
  actor: Actor,
): Promise<AgentHealth> {
  const { agentHealth, agents } = tables;
  const [found] = await database
    .select({ ownerId: agents.ownerId, health: agentHealth })
    .from(agents)
    .leftJoin(agentHealth, eq(agentHealth.agentId, agents.agentId))
    .where(eq(agents.agentId, agentId));
  if (!found || (actor.role === 'owner' && found.ownerId !== actor.ownerId))
    throw new PlatformError('unknown_agent', 'no agent of yours has this id; check it');
  const { health } = found;
  const failing = toFailing(health);
  const isToday = health?.day === now().toISOString().slice(0, 10);
  return {
    agent_id: agentId,
    ...(failing ? { failing } : {}),
    ...(health ? { last_record_at: health.lastRecordAt.toISOString() } : {}),
    today: { tokens: isToday ? health.dayTokens : 0, cost: isToday ? health.dayCost : 0 },
  };
}
