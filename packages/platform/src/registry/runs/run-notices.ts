import { sql } from 'drizzle-orm';
import type { Executor } from '../../database/index.ts';

/** PostgreSQL channel for changes of mirrored runs. */
export const runsChannel = 'agent_home_runs';

/** Changed run. */
export interface RunNotice {
  agentId: string;
  runId: string;
  /** Number of the next record. */
  nextSeq: number;
}

/** Notifies the streams of all API processes, once the transaction commits. */
export async function notifyRun(executor: Executor, { agentId, runId, nextSeq }: RunNotice): Promise<void> {
  await executor.execute(sql`select pg_notify(${runsChannel}, ${`${agentId} ${runId} ${nextSeq}`})`);
}

export function readRunNotice(payload: string): RunNotice {
  const [agentId = '', runId = '', nextSeq] = payload.split(' ');
  return { agentId, runId, nextSeq: Number(nextSeq) };
}
