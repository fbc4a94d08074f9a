import type { RunRecord } from '../../record/run-record.ts';
import { getSpanId } from '../span-ids.ts';
import { type TraceSpan, traceSpans } from '../trace-span.ts';
import { contentsOfRun } from './contents-of-run.ts';
import type { CleanText } from './message-parts.ts';

/**
 * Like `traceSpans`, with messages, arguments and results for collectors that may have them.
 * @param records verified, with attachments inserted and without output that no guardrail has passed
 * @param clean applied to every text; it removes secrets and redacted patterns from texts that the log has as they were configured
 */
export function spansWithContents(records: readonly RunRecord[], clean: CleanText): TraceSpan[] {
  const bySpan = new Map(
    [...contentsOfRun(records, clean)].map(([seq, contents]) => [
      getSpanId(records[0]?.correlationId ?? '', seq),
      contents,
    ]),
  );
  return traceSpans(records).map((span) => {
    const contents = bySpan.get(span.spanId);
    return contents ? { ...span, contents } : span;
  });
}
