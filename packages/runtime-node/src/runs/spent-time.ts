import type { RunRecord } from '@agent-home/agent-runtime/run-log';

/** Records after a time without a process: the next process's first record, and answers of approvers. */
const afterWaiting = new Set(['run.resumed', 'approval.decided', 'call.answered']);
const beginsLeg = new Set(['run.leg_started', 'run.leg_resumed']);

/** Returns the running time of a run and of its active leg: from record to record, without waiting time. */
export function spentTime(records: readonly RunRecord[]): { runMs: number; legMs: number } {
  let [runMs, legMs] = [0, 0];
  for (const [index, { type, time }] of records.entries()) {
    const before = records[index - 1];
    const since = before && !afterWaiting.has(type) ? Date.parse(time) - Date.parse(before.time) : 0;
    runMs += Math.max(0, since);
    legMs = beginsLeg.has(type) ? 0 : legMs + Math.max(0, since);
  }
  return { runMs, legMs };
}
