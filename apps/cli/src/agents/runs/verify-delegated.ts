import { delegateTool, type RunStore } from '@agent-home/agent-runtime';
import type { RecordData, RunRecord, RunStarted } from '@agent-home/agent-runtime/run-log';
import { shownText } from '@agent-home/protocol';
import { RunStoreError } from '@agent-home/runtime-node';
import { z } from 'zod';
import { RunCommandError } from '../../errors/command-errors.ts';
import { judgeRun, readRun } from './read-run.ts';

const runsSchema = z.object({
  runs: z.array(
    z.object({
      run_id: z.string(),
      agent: z.string(),
      head: z.string().optional(),
    }),
  ),
});

export interface VerifiedDelegation {
  runId: string;
  agent: string;
  /** False if the log is not in this folder of runs. */
  isHere: boolean;
}

/**
 * Verifies the logs of the runs that a run delegated, and of those below them: each must be sound, name the call that delegated it, and
 * have the head to which the outcome of that call commits.
 * @throws RunCommandError
 */
export async function verifyDelegated(
  store: RunStore,
  runId: string,
  records: readonly RunRecord[],
): Promise<VerifiedDelegation[]> {
  const found: VerifiedDelegation[] = [];
  for (const { callId, ...run } of findDelegated(records)) {
    const read = await readRun(store, run.run_id).catch((error: unknown) => {
      if (error instanceof RunStoreError && error.code === 'no_such_run') return undefined;
      throw error;
    });
    found.push({ runId: run.run_id, agent: run.agent, isHere: read !== undefined });
    if (!read) continue;
    const problem = judgeRun(read);
    if (problem) throw refuse(problem.code, run.run_id, problem.message);
    const { parent } = (read.records[0]?.data ?? {}) as unknown as Partial<RunStarted>;
    if (parent?.run_id !== runId || parent.tool_call_id !== callId)
      throw refuse('delegation_mismatch', run.run_id, `it was not delegated by this call of run ${runId}`);
    if (run.head !== read.head.hash)
      throw refuse('delegation_mismatch', run.run_id, 'its head is not the one that the outcome commits to');
    found.push(...(await verifyDelegated(store, run.run_id, read.records)));
  }
  return found;
}

/** Returns the runs that a run delegated, without their logs. */
export function listDelegated(records: readonly RunRecord[]): VerifiedDelegation[] {
  return findDelegated(records).map(({ run_id: runId, agent }) => ({ runId, agent, isHere: false }));
}

function findDelegated(records: readonly RunRecord[]) {
  const calls = new Set(
    records.flatMap(({ type, data }) =>
      type === 'kairo.tool.invoke' && data.name === delegateTool ? [String(data.toolCallId)] : [],
    ),
  );
  let visit = '';
  return records.flatMap(({ type, data }) => {
    if (type === 'graph.branches_started') visit = String(data.visit);
    if (type === 'graph.branches_ended') return ofBranches(data as unknown as Branches, visit);
    if (type !== 'call.finished') return [];
    const { tool_call_id: callId, outcome } = data as unknown as RecordData<'call.finished'>;
    const { runs = [] } = (calls.has(callId) && runsSchema.safeParse(outcome.metadata).data) || {};
    // Without a head there is no log. With one, no forged logs can name each other in a circle.
    return runs.flatMap(({ head, ...run }) => (head === undefined ? [] : [{ ...run, head, callId }]));
  });
}

type Branches = RecordData<'graph.branches_ended'>;

/** Each branch names its node, the visit of it and the attempt as its call. */
function ofBranches({ node, attempt, results }: Branches, visit: string) {
  const callId = `node_${node}_${visit}_${attempt}`;
  return results.flatMap(({ run_id, agent, head }) =>
    head === undefined ? [] : [{ run_id, agent, head: head.hash, callId }],
  );
}

type Refusal = InstanceType<typeof RunCommandError>;

function refuse(code: Refusal['code'], runId: string, why: string): Refusal {
  return new RunCommandError(code, `the delegated run ${shownText(runId)}: ${why}`);
}
