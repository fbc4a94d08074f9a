import { sha256Hex } from '@agent-home/protocol';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import { recordAct } from '../../foundation/platform/acts.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { notifyRun } from './run-notices.ts';

/** A record that an agent sent for a number at which the home has another one. */
export interface Contradiction {
  seq: number;
  sha256: string;
  known_sha256: string;
}

/**
 * Reports that an agent sent two histories of one run. The first contradiction marks the run and stands in the audit log of acts;
 * repeats only count in the report, so that an agent cannot fill the log.
 */
export async function recordConflict(
  platform: Platform,
  transaction: Executor,
  { agentId, runId }: { agentId: string; runId: string },
  conflict: Contradiction,
): Promise<void> {
  const { runs, verificationFailures } = tables;
  const now = platform.now();
  const objectKey = `runs/${runId}`;
  const code = 'equivocation';
  platform.metrics.runConflicts.inc();
  platform.log.warn(
    { agentId, runId, ...conflict },
    'an agent sent another record for a known number of a run',
  );
  const id = sha256Hex(new TextEncoder().encode(JSON.stringify([agentId, objectKey, code])));
  await transaction.execute(
    sql`insert into ${verificationFailures} as known (id, agent_id, object_key, code, first_seen_at, last_seen_at)
        values (${id}, ${agentId}, ${objectKey}, ${code}, ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz)
        on conflict (id) do update set count = known.count + 1, last_seen_at = excluded.last_seen_at`,
  );
  const marked = await transaction
    .update(runs)
    .set({ conflict: JSON.stringify({ ...conflict, at: now.toISOString() }) })
    .where(and(eq(runs.agentId, agentId), eq(runs.runId, runId), isNull(runs.conflict)))
    .returning({ nextSeq: runs.nextSeq });
  const [run] = marked;
  if (!run) return;
  await notifyRun(transaction, { agentId, runId, nextSeq: run.nextSeq });
  await recordAct(transaction, {
    now: platform.now,
    act: {
      actor: { kind: 'agent', id: agentId, role: 'agent' },
      action: 'run.conflict',
      target: objectKey,
      details: { agent_id: agentId, ...conflict },
    },
  });
}
