import { type Fragment, maskCode } from './fragment.ts';

export interface Span {
  start: number;
  end: number;
}

export interface CommentMarks {
  line: string;
  hasBlocks: boolean;
}

/** Directives for tools are not prose. */
const directive =
  /^\s*(biome-ignore|@ts-|@vitest|eslint|v8 ignore|c8 ignore|Stryker|prettier|#(end)?region|<reference|@__PURE__|!|noqa|type: ignore|mypy:|pragma|shellcheck|statement-breakpoint|-?> statement-breakpoint)/;

/** Finds comments between the literals of a source; `literals` must be sorted and must not overlap. */
export function commentSpans(source: string, literals: readonly Span[], marks: CommentMarks): Span[] {
  const spans: Span[] = [];
  let position = source.startsWith('#!') ? source.indexOf('\n') : 0;
  let next = 0;
  while (position >= 0 && position < source.length) {
    const line = source.indexOf(marks.line, position);
    const block = marks.hasBlocks ? source.indexOf('/*', position) : -1;
    if (line < 0 && block < 0) break;
    const start = line < 0 || (block >= 0 && block < line) ? block : line;
    while ((literals[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next += 1;
    const literal = literals[next];
    if (literal && literal.start <= start) {
      position = literal.end;
      continue;
    }
    const close = start === block ? source.indexOf('*/', start + 2) + 2 : source.indexOf('\n', start);
    const end = close < 2 ? source.length : close;
    spans.push({ start, end });
    position = end;
    while ((literals[next]?.start ?? Number.POSITIVE_INFINITY) < end) next += 1;
  }
  return spans;
}

/** Joins line comments on neighbouring lines: the second line of a sentence is not the beginning of a comment. */
function joinLines(source: string, spans: readonly Span[], mark: string): Span[] {
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    const isLine = source.startsWith(mark, span.start);
    const lineStart = source.lastIndexOf('\n', (last?.start ?? 0) - 1) + 1;
    const isAlone = last !== undefined && source.slice(lineStart, last.start).trim() === '';
    const isNext = last !== undefined && /^[ \t]*\r?\n[ \t]*$/.test(source.slice(last.end, span.start));
    if (last && isLine && isAlone && isNext && source.startsWith(mark, last.start)) last.end = span.end;
    else joined.push({ ...span });
  }
  return joined;
}

export function commentFragments(source: string, literals: readonly Span[], marks: CommentMarks): Fragment[] {
  const escaped = marks.line.replace(/[/#-]/g, '\\$&');
  const margin = new RegExp(`^[ \\t]*(${escaped}+|/\\*+|\\*+(?!/))|\\*+/$`, 'gm');
  const unmarked = ({ start, end }: Span) =>
    source.slice(start, end).replace(margin, (mark) => ' '.repeat(mark.length));
  const prose = commentSpans(source, literals, marks).filter((span) => !directive.test(unmarked(span)));
  return joinLines(source, prose, marks.line).map((span) => ({
    kind: 'comment',
    start: span.start,
    text: maskCode(unmarked(span)),
  }));
}
