import type { Redaction } from './compile-redaction.ts';

/** Replacement for redacted text. */
export const redacted = '[redacted]';

/**
 * Returns a text without the matches of the patterns. All patterns match the original text, and overlapping
 * matches are replaced once, so no pattern can hide a match from another.
 */
export function redact(text: string, { patterns }: Redaction): string {
  const ranges = patterns.flatMap((pattern) => pattern.ranges(text));
  if (ranges.length === 0) return text;
  ranges.sort((one, other) => one.start - other.start);
  let kept = '';
  let from = 0;
  let end = -1;
  for (const range of ranges) {
    if (range.start > end) {
      kept += end < 0 ? text.slice(0, range.start) : redacted + text.slice(from, range.start);
      end = range.end;
    } else end = Math.max(end, range.end);
    from = end;
  }
  return kept + redacted + text.slice(from);
}
