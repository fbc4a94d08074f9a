import type { RunRecord } from '../../record/run-record.ts';
import { getSpanId } from '../span-ids.ts';
import { type TraceSpan, traceSpans } from '../trace-span.ts';
import type { TimelineSpan } from './run-view-schema.ts';

/** Returns the spans of a run, as traces have them, with their distance from its start. */
export function runTimeline(records: readonly RunRecord[]): TimelineSpan[] {
  const [first] = records;
  if (!first) return [];
  const spans = traceSpans(records);
  const seqs = new Map(records.map(({ seq }) => [getSpanId(first.correlationId, seq), seq]));
  const depths = new Map<string, number>();
  const origin = Date.parse(first.time);
  return spans.map((span): TimelineSpan => {
    const { spanId: span_id, parentSpanId, name, kind, status, startTime, endTime, metrics } = span;
    const above = parentSpanId === undefined ? undefined : depths.get(parentSpanId);
    const depth = above === undefined ? 0 : above + 1;
    depths.set(span_id, depth);
    return {
      ...{ span_id, kind, status, depth },
      // A name is a word for the kind and the subject.
      subject: name.slice(name.indexOf(' ') + 1),
      seq: seqs.get(span_id) ?? 0,
      start_ms: Math.max(0, Date.parse(startTime) - origin),
      duration_ms: Math.max(0, Date.parse(endTime) - Date.parse(startTime)),
      ...(metrics.totalTokens === undefined ? {} : { tokens: metrics.totalTokens }),
      ...shownEffect(span),
      ...shownCode(span),
    };
  });
}

function shownEffect({ attributes }: TraceSpan): Pick<TimelineSpan, 'effect'> {
  const effect = attributes['policy.effect'];
  return effect === 'allow' || effect === 'confirm' || effect === 'deny' ? { effect } : {};
}

function shownCode({ attributes }: TraceSpan): Pick<TimelineSpan, 'code'> {
  const names = ['run.code', 'model.code', 'tool.code', 'policy.code'];
  const code = names.map((name) => attributes[name]).find((value) => typeof value === 'string');
  return typeof code === 'string' ? { code } : {};
}
