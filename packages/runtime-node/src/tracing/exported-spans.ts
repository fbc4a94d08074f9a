import { combineRedactions, compilePolicy, redact } from '@agent-home/agent-runtime/policy';
import {
  type PinnedPolicy,
  type RecordData,
  type RunRecord,
  spansWithContents,
  type TraceSpan,
  traceSpans,
} from '@agent-home/agent-runtime/run-log';

/**
 * Returns the spans of a run for a collector. The policies that the run has pinned redact contents once more, because an agent's
 * instructions are in the log as its author wrote them.
 * @param records verified, without output that no guardrail has passed
 * @param contents true to add messages, arguments and results
 * @param clean removes secrets that this process knows
 */
export function exportedSpans(
  records: readonly RunRecord[],
  contents: boolean,
  clean: (text: string) => string = (text) => text,
): TraceSpan[] {
  if (!contents) return traceSpans(records);
  const redaction = combineRedactions(
    records.flatMap(pinnedPolicies).map((policy) => compilePolicy(policy).redaction),
  );
  return spansWithContents(records, (text) => redact(clean(text).toWellFormed(), redaction));
}

/** Policies of the agents of a run, and of those above a delegated one. */
function pinnedPolicies({ type, data }: RunRecord): PinnedPolicy[] {
  if (type === 'run.leg_started') return (data as unknown as RecordData<'run.leg_started'>).pinned.policies;
  if (type !== 'run.started') return [];
  const { policies, parent } = data as unknown as RecordData<'run.started'>;
  return [...policies, ...(parent?.inherited ?? []).flatMap((above) => above.policies)];
}
