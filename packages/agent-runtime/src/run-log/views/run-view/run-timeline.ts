import type { RunRecord } from '../../record/run-record.ts';
import { getSpanId } from '../span-ids.ts';
import { type TraceSpan, traceSpans } from '../trace-span.ts';
import type { TimelineSpan } from './run-view-schema.ts';
import { collectWaits, isDelegation } from './run-waits.ts';

/**
 * Returns the waterfall of a run: its spans, as traces have them, with their distance from its start, and the waits for approvers and
 * for runs of other agents. A span is inside the last one before it of a smaller depth.
 */
export function runTimeline(records: readonly RunRecord[]): TimelineSpan[] {
  const [first] = records;
  const last = records.at(-1);
  if (!first || !last) return [];
  const origin = Date.parse(first.time);
  const seqs = new Map(records.map(({ seq }) => [getSpanId(first.correlationId, seq), seq]));
  const waits = collectWaits(records);
  const spans = traceSpans(records);
  const depths = new Map<string, number>();
  const shown = spans.map((span): TimelineSpan => {
    const { spanId: span_id, parentSpanId, name, kind, status, startTime, endTime, metrics } = span;
    const above = parentSpanId === undefined ? undefined : depths.get(parentSpanId);
    const depth = above === undefined ? 0 : above + 1;
    depths.set(span_id, depth);
    const seq = seqs.get(span_id) ?? 0;
    const asked = waits.requested.get(seq);
    // A name is a word for the kind and the subject.
    const subject = name.slice(name.indexOf(' ') + 1);
    return {
      ...{ span_id, status, depth, subject, seq },
      kind: kind === 'tool' && isDelegation(subject) ? 'delegation' : kind,
      start_ms: Math.max(0, Date.parse(startTime) - origin),
      duration_ms: distance(startTime, endTime),
      ...(asked === undefined ? {} : { wait_ms: distance(asked, startTime) }),
      ...(metrics.totalTokens === undefined ? {} : { tokens: metrics.totalTokens }),
      ...shownEffect(span),
      ...shownCode(span),
    };
  });
  const times = new Map(records.map(({ seq, time }) => [seq, time]));
  const waited = waits.spans.map((wait): TimelineSpan => {
    const begun = times.get(wait.seq) ?? first.time;
    const ended = waits.ends.get(wait.seq);
    return {
      ...wait,
      span_id: `${getSpanId(first.correlationId, wait.seq)}-wait`,
      depth: 1,
      start_ms: distance(first.time, begun),
      duration_ms: distance(begun, ended ?? last.time),
      ...(ended === undefined ? { is_open: true } : {}),
    };
  });
  return mergeWaits(shown, waited);
}

/** Inserts waits in the order of their records, at the depth of the work around them. */
function mergeWaits(spans: readonly TimelineSpan[], waits: readonly TimelineSpan[]): TimelineSpan[] {
  if (waits.length === 0) return [...spans];
  const merged: TimelineSpan[] = [];
  let next = 0;
  let depth = 1;
  for (const span of spans) {
    for (let wait = waits[next]; wait && wait.seq < span.seq; wait = waits[++next])
      merged.push({ ...wait, depth });
    merged.push(span);
    if (span.kind === 'agent') depth = span.depth + 1;
  }
  for (const wait of waits.slice(next)) merged.push({ ...wait, depth });
  return merged;
}

/** Milliseconds between two times; a clock that was set back gives none. */
function distance(from: string, to: string): number {
  return Math.max(0, Date.parse(to) - Date.parse(from));
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
