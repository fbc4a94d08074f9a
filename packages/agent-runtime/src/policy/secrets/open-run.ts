import { isBase64, isBetweenNumbers, isNumberUnit, numberAt, shortestRun } from './decoded-runs.ts';

/** Returns the start of the word, block of long lines or number list at the end of a text, which may continue in the next piece. */
export function openRun(text: string, most: number): number {
  const least = Math.max(0, text.length - most);
  return Math.min(openWord(text, least), openNumbers(text, least));
}

function openWord(text: string, least: number): number {
  let open = text.length;
  for (let end = text.length; ; ) {
    let start = end;
    while (start > least && isBase64(text, start - 1)) start -= 1;
    const isLast = end === text.length;
    if (!isLast && end - start < shortestRun) return open;
    open = start < end || isLast ? start : open;
    const before = lineEndBefore(text, start);
    if (before === start || before <= least) return open;
    end = before;
  }
}

function lineEndBefore(text: string, at: number): number {
  if (text[at - 1] !== '\n') return at;
  return text[at - 2] === '\r' ? at - 2 : at - 1;
}

function openNumbers(text: string, least: number): number {
  let open = text.length;
  for (let end = text.length; end > least; ) {
    let start = end;
    while (start > least && isNumberUnit(text, start - 1)) start -= 1;
    if (start < end) {
      const isLast = end === text.length;
      const token = numberAt(text, start);
      if (!isLast && token.value === undefined) return open;
      if (end - start > 4) return open;
      open = start;
    }
    let between = start;
    while (between > least && isBetweenNumbers(text, between - 1)) between -= 1;
    if (between === start) return open;
    end = between;
  }
  return open;
}
