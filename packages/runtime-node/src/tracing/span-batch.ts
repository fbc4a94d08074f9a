import type { TraceSpan } from '@agent-home/agent-runtime/run-log';

/** Largest number of spans in one request. */
const mostSpans = 512;
/** Contents in one request, in UTF-16 units. Collectors accept bodies of 4 MiB or more by default. */
const mostContents = 1024 * 1024;

/** Returns the first spans that fit one request: at least one, and limited in number and size. */
export function nextBatch<Span extends TraceSpan>(spans: readonly Span[], atOnce = mostSpans): Span[] {
  let size = 0;
  const end = spans.findIndex((span, at) => {
    size += contentsSize(span);
    return at >= atOnce || (at > 0 && size > mostContents);
  });
  return spans.slice(0, end === -1 ? spans.length : end);
}

/** Size of the contents of a span, in UTF-16 units. */
export function contentsSize({ contents = {} }: TraceSpan): number {
  return Object.values(contents).reduce((sum, text) => sum + text.length, 0);
}
