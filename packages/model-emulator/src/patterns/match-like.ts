import type { LikeSegment } from './parse-like.ts';

/**
 * Finds the segments in a text, one after another, and the values of their names. Each segment reads a line once, since an earlier
 * start in a line finds everything that a later one would. Therefore no input is slow, unlike with a regular expression.
 */
export function matchLike(
  segments: LikeSegment[],
  text: string,
  ignoreCase: boolean,
): Map<string, string> | undefined {
  const searched = ignoreCase ? foldCase(text) : text;
  const values = new Map<string, string>();
  let position = 0;
  for (const segment of segments) {
    const literals = ignoreCase ? segment.literals.map(foldCase) : segment.literals;
    const found = findSegment(literals, searched, position);
    if (!found) return undefined;
    position = found.end;
    for (const [index, name] of segment.names.entries())
      values.set(name, text.slice(...(found.spans[index] ?? [0, 0])).trim());
  }
  return values;
}

/** Returns a text in lower case with all positions kept: a character whose lower case is longer is not changed. */
export function foldCase(text: string): string {
  return text.replace(/\p{Lu}/gu, (letter) => {
    const lower = letter.toLowerCase();
    return lower.length === letter.length ? lower : letter;
  });
}

interface Found {
  end: number;
  spans: [number, number][];
}

function findSegment([first = '', ...rest]: string[], text: string, from: number): Found | undefined {
  for (let start = from; start <= text.length; ) {
    const begin = text.indexOf(first, start);
    if (begin === -1) return undefined;
    const found = continueFrom(rest, text, begin + first.length);
    if (found) return found;
    const lineEnd = text.indexOf('\n', begin);
    if (lineEnd === -1) return undefined;
    start = first.includes('\n') ? begin + 1 : lineEnd + 1;
  }
  return undefined;
}

function continueFrom(literals: string[], text: string, from: number): Found | undefined {
  const spans: [number, number][] = [];
  let end = from;
  for (const literal of literals) {
    const newline = text.indexOf('\n', end);
    const lineEnd = newline === -1 ? text.length : newline;
    const line = text.slice(end, lineEnd + literal.length);
    const length = literal === '' ? lineEnd - end : line.indexOf(literal, 1);
    if (length < 1 || end + length > lineEnd) return undefined;
    spans.push([end, end + length]);
    end += length + literal.length;
  }
  return { end, spans };
}
