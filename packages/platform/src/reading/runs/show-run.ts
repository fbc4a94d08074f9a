import { runFactsSchema } from '@agent-home/agent-runtime/run-log';
import type { MirroredRun } from '@agent-home/http-contract';
import { z } from 'zod';
import type { Database } from '../../database/index.ts';
import type { Actor } from '../../registry/agents/own-agent.ts';
import { findVisibleRun, type RunName, type RunRow } from '../../registry/runs/visible-runs.ts';

const conflictSchema = z.object({
  seq: z.int(),
  sha256: z.string(),
  known_sha256: z.string(),
  at: z.string(),
});

/** Returns a run. @throws PlatformError `not_found`, `ambiguous_run` */
export async function showRun(database: Database, actor: Actor, name: RunName): Promise<MirroredRun> {
  return toRun(await findVisibleRun(database, actor, name));
}

export function toRun(row: RunRow): MirroredRun {
  const facts = runFactsSchema.parse(JSON.parse(row.facts));
  return {
    run_id: row.runId,
    agent_id: row.agentId,
    ...facts,
    trace_id: row.traceId,
    next_seq: row.nextSeq,
    head: row.head,
    bytes: row.bytes,
    received_at: row.receivedAt.toISOString(),
    ...(row.erasedAt === null ? {} : { erased_at: row.erasedAt.toISOString() }),
    ...(row.conflict === null ? {} : { conflict: conflictSchema.parse(JSON.parse(row.conflict)) }),
  };
}
