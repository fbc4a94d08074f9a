import type { SearchTable } from './search-table.ts';

/** A part of a text that is a secret. */
export interface Found {
  start: number;
  end: number;
  owner: number;
}

export interface Scan {
  found: Found[];
  /** Start of a possible secret that continues in the next piece. */
  open: number;
}

export const percent = 0x25;
export const backslash = 0x5c;

export function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
}

/** Scans the text unchanged. */
export function scanPlain(table: SearchTable, text: string): Scan {
  const { columns, next, found, owner, depth, width } = table;
  const hits: Found[] = [];
  let cell = 0;
  for (let at = 0; at < text.length; at++) {
    cell = next[cell + (columns[text.charCodeAt(at)] as number)] as number;
    if (cell >= 0) continue;
    cell = -cell;
    const state = cell / width;
    const length = found[state] as number;
    hits.push({ start: at + 1 - length, end: at + 1, owner: owner[state] as number });
  }
  return { found: hits, open: text.length - (depth[cell / width] as number) };
}

/** Scans the text without white space, because `base64` and `xxd` wrap their output. */
export function scanUnbroken(table: SearchTable, text: string): Scan {
  const { columns, next, found, owner, depth, width } = table;
  const hits: Found[] = [];
  let cell = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit <= 0x20 && isSpace(unit)) continue;
    cell = next[cell + (columns[unit] as number)] as number;
    if (cell >= 0) continue;
    cell = -cell;
    const state = cell / width;
    const length = found[state] as number;
    hits.push({ start: startOfLast(text, at + 1, length), end: at + 1, owner: owner[state] as number });
  }
  return { found: hits, open: startOfLast(text, text.length, depth[cell / width] as number) };
}

/** Returns the start of the last `count` characters that are not white space. */
function startOfLast(text: string, end: number, count: number): number {
  let at = end;
  for (let left = count; left > 0 && at > 0; ) {
    at -= 1;
    if (!isSpace(text.charCodeAt(at))) left -= 1;
  }
  return at;
}

/** Scans the text with its percent and JSON escapes decoded, in any mixture. */
export function scanUnescaped(table: SearchTable, text: string): Scan {
  if (!text.includes('%') && !text.includes('\\')) return { found: [], open: text.length };
  const { columns, next, found, owner, depth, width, longest } = table;
  const hits: Found[] = [];
  // Starts of the last characters, as many as a secret can have, so that the rest of a megabyte is never read
  // again.
  const mask = 2 ** Math.ceil(Math.log2(longest + 1)) - 1;
  const starts = new Int32Array(mask + 1);
  let count = 0;
  let cell = 0;
  let cutEscape = text.length;
  for (let at = 0; at < text.length; ) {
    const first = text.charCodeAt(at);
    let unit = first;
    let end = at + 1;
    if (first === percent || first === backslash) {
      const read = readEscape(text, at);
      if (read === 'cut') {
        cutEscape = at;
        break;
      }
      if (read) [unit, end] = read;
    }
    starts[count & mask] = at;
    count += 1;
    cell = next[cell + (columns[unit] as number)] as number;
    at = end;
    if (cell >= 0) continue;
    cell = -cell;
    const state = cell / width;
    const length = found[state] as number;
    hits.push({ start: starts[(count - length) & mask] as number, end, owner: owner[state] as number });
  }
  const seen = depth[cell / width] as number;
  return { found: hits, open: seen === 0 ? cutEscape : (starts[(count - seen) & mask] as number) };
}

/** Scans the text in each of the three ways. */
export function scanAll(table: SearchTable, text: string): Scan {
  const scans = [scanPlain(table, text), scanUnbroken(table, text), scanUnescaped(table, text)];
  return {
    found: scans.flatMap(({ found }) => found),
    open: Math.min(...scans.map(({ open }) => open)),
  };
}

type Read = [unit: number, end: number] | 'cut' | undefined;

/** Reads a percent or JSON escape: its character and its end; undefined if there is none. */
export function readEscape(text: string, at: number): Read {
  const unit = text.charCodeAt(at);
  if (unit === percent) return readPercent(text, at);
  return unit === backslash ? readBackslash(text, at) : undefined;
}

function readPercent(text: string, at: number): Read {
  return hexAt(text, at + 1, 2);
}

const toLetter = (letter: string) => letter.charCodeAt(0);

/** Characters of the escapes with a backslash and a letter. */
export const shortEscapes: ReadonlyMap<number, number> = new Map([
  ...['"', '\\', '/'].map((letter) => [toLetter(letter), toLetter(letter)] as const),
  ...Object.entries({ n: 10, r: 13, t: 9, b: 8, f: 12 }).map(
    ([letter, unit]) => [toLetter(letter), unit] as const,
  ),
]);

function readBackslash(text: string, at: number): Read {
  const letter = text[at + 1];
  if (letter === undefined) return 'cut';
  if (letter === 'u') return hexAt(text, at + 2, 4);
  if (letter === 'x') return hexAt(text, at + 2, 2);
  const unit = shortEscapes.get(toLetter(letter));
  return unit === undefined ? undefined : [unit, at + 2];
}

/** Allocates no string per escape, because there may be as many escapes as characters. */
function hexAt(text: string, at: number, count: number): Read {
  let value = 0;
  for (let end = at; end < at + count; end++) {
    if (end >= text.length) return 'cut';
    const digit = hexDigit(text.charCodeAt(end));
    if (digit < 0) return undefined;
    value = value * 16 + digit;
  }
  return [value, at + count];
}

/** Returns the value of a hexadecimal digit; -1 for any other character. */
export function hexDigit(unit: number): number {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30;
  const letter = unit | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
