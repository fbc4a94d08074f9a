import type { JsonValue } from '@agent-home/protocol';
import { delegateTool } from '../../catalogue/delegation-types.ts';
import type { RunRecord } from '../../record/run-record.ts';
import type { TimelineSpan } from './run-view-schema.ts';

/** Facts of a run about time that traces do not have. */
export interface RunWaits {
  /** Time of the request of each call, by the number of the record that invokes it. */
  requested: ReadonlyMap<number, string>;
  /** Waits for approvers and for runs of other agents, by the number of their first record. */
  spans: readonly Omit<TimelineSpan, 'span_id' | 'depth' | 'start_ms' | 'duration_ms'>[];
  /** Time of the end of each wait, by the number of its first record; absent while it lasts. */
  ends: ReadonlyMap<number, string>;
}

/** Returns the waits of a run: for approvals, for answers about interrupted calls, and for delegated runs. */
export function collectWaits(records: readonly RunRecord[]): RunWaits {
  const calls = new Map<JsonValue | undefined, RunRecord>();
  const questions = new Map<JsonValue | undefined, RunWaits['spans'][number]>();
  const branches = new Map<string, RunWaits['spans'][number]>();
  const requested = new Map<number, string>();
  const spans: RunWaits['spans'][number][] = [];
  const ends = new Map<number, string>();
  const begin = ({ seq }: RunRecord, kind: 'approval' | 'delegation', subject: string) => {
    const span = { seq, kind, subject, status: 'ok' as const };
    spans.push(span);
    return span;
  };
  const end = (
    span: RunWaits['spans'][number] | undefined,
    { time }: RunRecord,
    code: string | undefined,
  ) => {
    if (!span || ends.has(span.seq)) return;
    ends.set(span.seq, time);
    if (code !== undefined) Object.assign(span, { status: 'error', code });
  };
  for (const record of records) {
    const { type, data, seq } = record;
    if (type === 'call.requested') calls.set(data.tool_call_id, record);
    else if (type === 'kairo.tool.invoke') {
      const call = calls.get(data.toolCallId);
      if (call) requested.set(seq, call.time);
    } else if (type === 'approval.requested')
      questions.set(data.approval_id, begin(record, 'approval', String(data.node ?? data.tool)));
    else if (type === 'call.questioned')
      questions.set(data.question_id, begin(record, 'approval', String(data.tool)));
    else if (type === 'approval.decided')
      end(
        questions.get(data.approval_id),
        record,
        data.decision === 'approve' ? undefined : String(data.decision),
      );
    else if (type === 'call.answered') end(questions.get(data.question_id), record, undefined);
    else if (type === 'graph.branches_started')
      branches.set(String(data.node), begin(record, 'delegation', String(data.node)));
    else if (type === 'graph.branches_ended') end(branches.get(String(data.node)), record, undefined);
    else if (type === 'run.ended') for (const span of spans) end(span, record, 'run_ended');
  }
  return { requested, spans, ends };
}

/** True for a tool call that runs another agent. */
export function isDelegation(subject: string): boolean {
  return subject === delegateTool;
}
