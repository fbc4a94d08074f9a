import { sql } from 'drizzle-orm';
import type { Executor } from '../../database/index.ts';

/** Serializes changes of one run until the commit, also those that create it. */
export async function lockRun(executor: Executor, agentId: string, runId: string): Promise<void> {
  await executor.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`run ${agentId} ${runId}`}, 0))`,
  );
}
