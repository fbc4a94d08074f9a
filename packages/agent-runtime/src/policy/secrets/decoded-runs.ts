import { hexDigit, isSpace } from './scan-text.ts';

/** Part of a text in an encoding, with its decoded content: one character per byte. */
export interface DecodedRun {
  start: number;
  end: number;
  decoded: string;
  /** Returns the part of the text that encodes these bytes; if absent, the whole run. */
  getPart?(from: number, to: number): { start: number; end: number };
}

/** Shorter runs cannot hold a secret in an encoding of two characters per byte. */
export const shortestRun = 20;
/** Shorter byte lists cannot hold a secret. */
const shortestList = 8;
/** Maximum number of units between two numbers of a list. */
const longestGap = 64;

/**
 * Yields runs of base64, base32, hexadecimal and number lists, decoded. The text is scanned once for each, and the decoded content
 * is no longer than its run.
 */
export function* decodedRuns(text: string): Generator<DecodedRun> {
  yield* wordRuns(text);
  yield* numberRuns(text);
}

const base64 = 1;
const base32 = 2;
const hex = 4;
const number = 8;
const between = 16;
const kinds = kindsOfUnits();

function kindsOfUnits(): Uint8Array {
  const table = new Uint8Array(128);
  const add = (characters: string, kind: number) => {
    for (const character of characters)
      table[character.charCodeAt(0)] = (table[character.charCodeAt(0)] ?? 0) | kind;
  };
  const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  add(`${upper}${upper.toLowerCase()}0123456789+/-_=`, base64);
  add(`${upper}234567=`, base32);
  add('0123456789abcdefABCDEF', hex);
  add('0123456789abcdefABCDEFxX', number);
  add(', \t\r\n[](){};:', between);
  return table;
}

function getKind(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit < 128 ? (kinds[unit] as number) : 0;
}

export function isBase64(text: string, at: number): boolean {
  return (getKind(text, at) & base64) !== 0;
}

export function isNumberUnit(text: string, at: number): boolean {
  return (getKind(text, at) & number) !== 0;
}

export function isBetweenNumbers(text: string, at: number): boolean {
  return (getKind(text, at) & between) !== 0;
}

/** Yields words without spaces, joined across line ends if both lines are long, because encoders wrap their output. */
function* wordRuns(text: string): Generator<DecodedRun> {
  let before = 0;
  // A run has a unit at each multiple of this distance, so most texts need no other check.
  for (let probe = shortestRun - 1; probe < text.length; probe += shortestRun) {
    if (!isBase64(text, probe)) continue;
    let start = probe;
    while (start > before && isBase64(text, start - 1)) start -= 1;
    const { end, beforeLast, common } = endOfWord(text, start);
    if (end - start >= shortestRun) {
      yield* decodings(text, start, end, common);
      // A short last line may be a separate word, so compressed bytes are also decoded without it.
      if (beforeLast < end) yield* decodings(text, start, beforeLast, common);
    }
    before = end;
    probe = end - 1;
  }
}

/** @returns end of the run, with and without a short last line, and the encodings that match all of it */
function endOfWord(text: string, start: number): { end: number; beforeLast: number; common: number } {
  let { end, fits: common } = endOfLine(text, start);
  let beforeLast = end;
  for (let lineStart = start; end - lineStart >= shortestRun && text[end - 1] !== '='; ) {
    lineStart = afterLineEnd(text, end);
    if (lineStart === end) break;
    const line = endOfLine(text, lineStart);
    const isLast = line.end > lineStart && isLineEnd(text, line.end);
    // A different encoding is a different run.
    if ((line.end - lineStart < shortestRun && !isLast) || (line.fits & common) !== common) break;
    end = line.end;
    if (end - lineStart >= shortestRun) beforeLast = end;
  }
  return { end, beforeLast, common };
}

function endOfLine(text: string, start: number): { end: number; fits: number } {
  let fits = base64 | base32 | hex;
  let end = start;
  for (; end < text.length && isBase64(text, end); end++) fits &= getKind(text, end);
  return { end, fits };
}

function isLineEnd(text: string, at: number): boolean {
  return at >= text.length || text[at] === '\n' || text[at] === '\r';
}

function afterLineEnd(text: string, at: number): number {
  if (text[at] === '\r' && text[at + 1] === '\n') return at + 2;
  return text[at] === '\n' ? at + 1 : at;
}

function* decodings(text: string, start: number, end: number, common: number): Generator<DecodedRun> {
  const mayBe = (common & base32) !== 0 || isTelling(text, start, end);
  if (!mayBe) return;
  const word = text.slice(start, end).replace(/\s/g, '');
  const run = (decoded: string, unitsPerByte: number): DecodedRun => ({
    start,
    end,
    decoded,
    getPart: (from, to) => ({
      start: skipUnits(text, start, Math.floor(from * unitsPerByte)),
      end: Math.min(end, skipUnits(text, start, Math.ceil(to * unitsPerByte) - 1) + 1),
    }),
  });
  const sixes = decodeBase64(word);
  if (sixes !== undefined) yield run(sixes, 4 / 3);
  if ((common & base32) !== 0) yield run(decodeBase32(word), 8 / 5);
  if ((common & hex) !== 0) yield run(decodeHex(word), 2);
}

/**
 * Returns true for base64 and hexadecimal of gzip, and of UTF-16, in which zeros are frequent. Encodings of plain bytes are
 * searched for as texts, and most words are neither.
 */
function isTelling(text: string, start: number, end: number): boolean {
  if (text.startsWith('H4sI', start) || /^1f8b/i.test(text.slice(start, start + 4))) return true;
  let zeros = 0;
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x41 || unit === 0x30) zeros += 1;
  }
  return zeros * 6 >= end - start;
}

/** Returns the position after a number of units, not counting line ends. */
function skipUnits(text: string, start: number, count: number): number {
  let at = start;
  for (let left = count; at < text.length; at++) {
    if (isSpace(text.charCodeAt(at))) continue;
    if (left === 0) return at;
    left -= 1;
  }
  return at;
}

function decodeBase64(word: string): string | undefined {
  const standard = word.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  if (standard.includes('=')) return undefined;
  try {
    return atob(standard.slice(0, standard.length % 4 === 1 ? -1 : undefined));
  } catch {
    return undefined;
  }
}

function decodeBase32(word: string): string {
  let bits = 0;
  let value = 0;
  let decoded = '';
  for (let at = 0; at < word.length; at++) {
    const unit = word.charCodeAt(at) & 0xdf;
    const digit = word.charCodeAt(at) < 0x40 ? word.charCodeAt(at) - 0x32 + 26 : unit - 0x41;
    if (digit < 0 || digit > 31) continue;
    value = ((value << 5) | digit) & 0xffff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    decoded += String.fromCharCode((value >> bits) & 0xff);
  }
  return decoded;
}

export function decodeHex(word: string): string {
  let decoded = '';
  for (let at = 0; at + 1 < word.length; at += 2)
    decoded += String.fromCharCode(hexDigit(word.charCodeAt(at)) * 16 + hexDigit(word.charCodeAt(at + 1)));
  return decoded;
}

/** Lists of bytes, as JSON and source code have them: `[115, 107]`, `0x73, 0x6b`. */
function* numberRuns(text: string): Generator<DecodedRun> {
  let start = 0;
  let end = 0;
  let decoded = '';
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    // Every token begins with a digit.
    if (unit < 0x30 || unit > 0x39) continue;
    const token = numberAt(text, at);
    const isToken = token.value !== undefined && (at === 0 || !isNumberUnit(text, at - 1));
    if (decoded !== '' && !(isToken && isAllBetween(text, end, at))) {
      if (decoded.length >= shortestList) yield { start, end, decoded };
      decoded = '';
    }
    if (isToken) {
      if (decoded === '') start = at;
      decoded += String.fromCharCode(token.value ?? 0);
    }
    end = token.end;
    at = end - 1;
  }
  if (decoded.length >= shortestList) yield { start, end, decoded };
}

function isAllBetween(text: string, start: number, end: number): boolean {
  if (end === start || end - start > longestGap) return false;
  for (let at = start; at < end; at++) if (!isBetweenNumbers(text, at)) return false;
  return true;
}

/** Reads a whole token; it has no value if it is not a byte. */
export function numberAt(text: string, start: number): { value?: number; end: number } {
  let end = start;
  while (end < text.length && (getKind(text, end) & number) !== 0) end += 1;
  const token = text.slice(start, Math.min(end, start + 5));
  if (end - start > 4) return { end };
  const value = /^(?:0[xX][0-9a-fA-F]{1,2}|\d{1,3})$/.test(token) ? Number(token) : Number.NaN;
  return value <= 255 ? { value, end } : { end };
}
