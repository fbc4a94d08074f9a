import type { Redaction } from './compile-redaction.ts';

/** What stands where something was taken out. */
export const redacted = '[redacted]';

/**
 * A text without what the patterns find. All of them look at the text as it came, and what several found is taken out once: no
 * pattern can hide from another what it would have found.
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
