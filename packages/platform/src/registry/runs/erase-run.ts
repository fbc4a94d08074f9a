import { runFactsSchema } from '@agent-home/agent-runtime/run-log';
import type { ErasedRun } from '@agent-home/http-contract';
import { and, eq, isNull } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import { actTransaction } from '../../foundation/platform/acts.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import type { Actor } from '../agents/own-agent.ts';
import { lockRun } from './lock-run.ts';
import { columnsOf } from './run-columns.ts';
import { notifyRun } from './run-notices.ts';
import { findVisibleRun, type RunName, type RunRow } from './visible-runs.ts';
import { withoutTexts } from './without-texts.ts';

/**
 * Erases the texts of a run that the actor may see: its records, values and every word in its facts. The numbers and hashes of the
 * records remain, so that the log on the agent's machine can still be compared with them and is not stored again (spec mirrored-runs
 * "Retention and erasure").
 * @throws PlatformError `not_found`, `ambiguous_run`
 */
export async function eraseRun(platform: Platform, actor: Actor, name: RunName): Promise<ErasedRun> {
  return actTransaction(platform, async (transaction) => {
    const { agentId, runId } = await findVisibleRun(transaction, actor, name);
    await lockRun(transaction, agentId, runId);
    const run = await findVisibleRun(transaction, actor, { agentId, runId });
    const erasedAt = run.erasedAt ?? (await eraseTexts(transaction, run, platform.now()));
    return { run_id: runId, agent_id: agentId, records: run.nextSeq, erased_at: erasedAt.toISOString() };
  });
}

/** Runs that one call erases. */
const runsAtOnce = 20;

/** Erases some runs of an agent that leaves, each in a transaction of its own. Returns true if more may be left. */
export async function eraseRunsOf(platform: Platform, agentId: string): Promise<boolean> {
  const { runs } = tables;
  const left = await platform.database
    .select({ runId: runs.runId })
    .from(runs)
    .where(and(eq(runs.agentId, agentId), isNull(runs.erasedAt)))
    .limit(runsAtOnce);
  for (const { runId } of left) await eraseRun(platform, { role: 'admin' }, { runId, agentId });
  return left.length === runsAtOnce;
}

async function eraseTexts(transaction: Executor, run: RunRow, now: Date): Promise<Date> {
  const { runRecords, runValues, runs } = tables;
  const { agentId, runId, nextSeq } = run;
  const facts = withoutTexts(runFactsSchema.parse(JSON.parse(run.facts)));
  await transaction
    .update(runRecords)
    .set({ text: null })
    .where(and(eq(runRecords.agentId, agentId), eq(runRecords.runId, runId)));
  await transaction.delete(runValues).where(and(eq(runValues.agentId, agentId), eq(runValues.runId, runId)));
  await transaction
    .update(runs)
    .set({ ...columnsOf(facts), bytes: 0, erasedAt: now })
    .where(and(eq(runs.agentId, agentId), eq(runs.runId, runId)));
  await notifyRun(transaction, { agentId, runId, nextSeq });
  return now;
}
