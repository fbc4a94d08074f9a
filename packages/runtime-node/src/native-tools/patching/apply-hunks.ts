import type { StructuredPatchHunk } from 'diff';
import { ToolFailure } from '../../outcomes/tool-failure.ts';
import { type FilePatch, quote } from './parse-patch.ts';

/** Number of lines around its stated line in which a hunk is searched. */
const maximumOffset = 200;

/** Comparisons of lines that the search for the hunks of one patch may take. */
export interface SearchBudget {
  comparisons: number;
}

/** Keeps the search for hunks of one patch well below a second. */
export function createSearchBudget(): SearchBudget {
  return { comparisons: 10_000_000 };
}

/** A hunk as the lines that it expects and those that it leaves, each with its line ending. */
interface Replacement {
  expected: string[];
  replacement: string[];
  /** Number of unchanged lines at the end. */
  trailing: number;
  /** Stated place, from 0. */
  line: number;
  shown: string;
}

/**
 * Applies hunks to a text. Every expected line has to match exactly. A hunk applies at its stated line, or else at the only place
 * within 200 lines where it matches. The library searches the whole file, takes the nearest place and does not name the failing hunk.
 * @throws ToolFailure `patch_mismatch`
 */
export function applyHunks(text: string, { path, hunks }: FilePatch, budget: SearchBudget): string {
  const lines = splitLines(text);
  const toEnding = usesCarriageReturns(lines, hunks)
    ? (line: string) => line.replace(/\n$/, '\r\n')
    : undefined;
  const result: string[] = [];
  let next = 0;
  let shift = 0;
  for (const [index, hunk] of hunks.entries()) {
    const change = readHunk(hunk, `hunk ${index + 1} of ${path} (${getHeader(hunk)})`, toEnding);
    const place = findPlace(lines, change, { lowest: next, stated: change.line + shift, budget });
    for (; next < place; next += 1) result.push(lines[next] ?? '');
    const { expected, replacement, trailing } = change;
    // Unchanged lines at the end stay for the next hunk, which may begin with them.
    for (const line of replacement.slice(0, replacement.length - trailing)) result.push(line);
    next = place + expected.length - trailing;
    shift = place - change.line;
  }
  for (; next < lines.length; next += 1) result.push(lines[next] ?? '');
  return result.join('');
}

/** Returns the lines of a text with their endings. */
function splitLines(text: string): string[] {
  const lines: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start) + 1 || text.length;
    lines.push(text.slice(start, end));
    start = end;
  }
  return lines;
}

function readHunk(
  hunk: StructuredPatchHunk,
  shown: string,
  toEnding: ((line: string) => string) | undefined,
): Replacement {
  const expected: string[] = [];
  const replacement: string[] = [];
  let trailing = 0;
  let previous = '';
  for (const line of hunk.lines) {
    const kind = line[0] ?? ' ';
    const text = toEnding ? toEnding(`${line.slice(1)}\n`) : `${line.slice(1)}\n`;
    if (kind === '\\') {
      // "\ No newline at end of file" belongs to the line before.
      for (const side of [
        ...(previous === '+' ? [] : [expected]),
        ...(previous === '-' ? [] : [replacement]),
      ])
        side.push((side.pop() ?? '').replace(/\r?\n$/, ''));
      continue;
    }
    if (kind !== '+') expected.push(text);
    if (kind !== '-') replacement.push(text);
    trailing = kind === ' ' ? trailing + 1 : 0;
    previous = kind;
  }
  return { expected, replacement, trailing, line: hunk.oldStart - 1, shown };
}

/** True for a file with CR LF at every line and a patch without any, because models write LF. */
function usesCarriageReturns(lines: readonly string[], hunks: readonly StructuredPatchHunk[]): boolean {
  const ended = lines.filter((line) => line.endsWith('\n'));
  return (
    ended.length > 0 &&
    ended.every((line) => line.endsWith('\r\n')) &&
    !hunks.some((hunk) => hunk.lines.some((line) => line.endsWith('\r')))
  );
}

function findPlace(
  lines: readonly string[],
  { expected, shown }: Replacement,
  { lowest, stated, budget }: { lowest: number; stated: number; budget: SearchBudget },
): number {
  if (expected.length === 0) {
    if (lines.length === 0) return 0;
    throw mismatch(shown, 'has no line that is in the file already: add unchanged lines around the change');
  }
  const matches = (place: number) => {
    const differs = expected.findIndex((line, index) => lines[place + index] !== line);
    budget.comparisons -= differs === -1 ? expected.length : differs + 1;
    if (budget.comparisons < 0)
      throw mismatch(shown, 'takes too long to find: state its line exactly, or split the patch');
    return differs === -1;
  };
  const isWithin = (place: number) => place >= lowest && place + expected.length <= lines.length;
  if (isWithin(stated) && matches(stated)) return stated;
  const found: number[] = [];
  for (let place = stated - maximumOffset; place <= stated + maximumOffset; place += 1)
    if (isWithin(place) && matches(place)) found.push(place);
  const [place, other] = found;
  if (place === undefined) throw mismatch(shown, describeMismatch(lines, expected, Math.max(lowest, stated)));
  if (other !== undefined)
    throw mismatch(
      shown,
      `matches at line ${place + 1} and at line ${other + 1}: add unchanged lines around the change`,
    );
  return place;
}

/** Describes the first line that differs at the stated place. */
function describeMismatch(lines: readonly string[], expected: readonly string[], place: number): string {
  const index = expected.findIndex((line, at) => lines[place + at] !== line);
  const wanted = expected[index] ?? '';
  const found = lines[place + index];
  if (found !== undefined && found.trimEnd() === wanted.trimEnd() && !found.endsWith('\n'))
    return `expects a newline after line ${place + index + 1}, the last one: write "\\ No newline at end of file" below it`;
  const what = found === undefined ? 'the end of the file' : quote(found.replace(/\r?\n$/, ''));
  return `expects ${quote(wanted.replace(/\r?\n$/, ''))} at line ${place + index + 1}, where the file has ${what}: read the file again`;
}

function getHeader({ oldStart, oldLines, newStart, newLines }: StructuredPatchHunk): string {
  // The library adds 1 to the start of an empty side.
  const toRange = (start: number, count: number) => `${count === 0 ? start - 1 : start},${count}`;
  return `@@ -${toRange(oldStart, oldLines)} +${toRange(newStart, newLines)} @@`;
}

function mismatch(shown: string, why: string): ToolFailure {
  return new ToolFailure('patch_mismatch', `${shown} ${why}; nothing was changed`);
}
