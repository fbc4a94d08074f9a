import { type DecodedRun, decodeHex } from './decoded-runs.ts';
import { hexDigit } from './scan-text.ts';

/** A line of `hexdump`, `xxd` or `od`: an offset, then the content. */
const dumpLine = /^[ \t]{0,8}[0-9a-fA-F]{5,16}:?[ \t]+(\S[^\n]{0,300}?)\r?$/;
/** Maximum length of a dump line, in characters. */
const longestLine = 340;
/** Possible beginnings of a dump line. */
const beginsDump = /^[ \t]{0,8}[0-9a-fA-F]{0,16}(?::?(?:[ \t][^\n]{0,330})?)?$/;

/** Offset at which every dump begins. */
const firstOffset = '00000';

interface DumpLine {
  start: number;
  end: number;
  body: string;
}

/** Blocks of lines as `hexdump -C`, `xxd` and `od` write them, decoded in each way that fits. */
export function* dumpBlocks(text: string): Generator<DecodedRun> {
  let block: DumpLine[] = [];
  let zero = text.indexOf(firstOffset);
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    if (zero >= 0 && zero < start) zero = text.indexOf(firstOffset, start);
    // The first line of a dump may follow a shell prompt.
    const from = zero > start && zero < end && block.length === 0 ? zero : start;
    const body = mayBeDump(text, from, end) ? dumpLine.exec(text.slice(from, end))?.[1] : undefined;
    if (body !== undefined) block.push({ start: from, end, body });
    else if (block.length > 0 && text.slice(start, Math.min(end, start + 2)) !== '*') {
      yield* decodedBlock(block);
      block = [];
    }
    start = end + 1;
  }
  if (block.length > 0) yield* decodedBlock(block);
}

/** Rejects most lines by their beginning. */
function mayBeDump(text: string, start: number, end: number): boolean {
  if (end - start > longestLine) return false;
  const first = text.charCodeAt(start);
  return (
    first === 0x20 || first === 0x09 || (hexDigit(first) >= 0 && hexDigit(text.charCodeAt(start + 4)) >= 0)
  );
}

/** Returns the start of a dump that may continue in the next piece; the length of the text if there is none. */
export function openDump(text: string): number {
  let open = text.length;
  for (let end = text.length; end >= 0; ) {
    const start = text.lastIndexOf('\n', end - 1) + 1;
    const line = text.slice(start, end);
    const isLast = end === text.length;
    const form = isLast ? beginsDump : dumpLine;
    if (!(line.length <= longestLine && form.test(line)) && line !== '*') {
      const zero = line.indexOf(firstOffset);
      return zero >= 0 && line.length - zero <= longestLine && form.test(line.slice(zero))
        ? start + zero
        : open;
    }
    if (line !== '') open = start;
    if (start === 0) return open;
    end = start - 1;
  }
  return open;
}

/**
 * Formats in which programs dump bytes. Each function returns the content of a line, or undefined if the line has another format.
 */
const readings: ((body: string) => string | undefined)[] = [
  // hexdump -C, xxd, od -tx1: bytes in their order, one or two to a group.
  (body) => toHex(body, (group) => group),
  // hexdump, od -x: two bytes to a group, the second first.
  (body) => toHex(body, (group) => (group.length === 4 ? `${group.slice(2)}${group.slice(0, 2)}` : group)),
  (body) => toNumbers(body, /^[0-3]?[0-7]{2}$/, (octal) => [Number.parseInt(octal, 8)]),
  (body) =>
    toNumbers(body, /^[01][0-7]{5}$/, (octal) => {
      const word = Number.parseInt(octal, 8);
      return [word & 0xff, word >> 8];
    }),
  (body) => toNumbers(body, /^\d{1,3}$/, (decimal) => [Number(decimal)]),
  collectCharacters,
];

function* decodedBlock(lines: readonly DumpLine[]): Generator<DecodedRun> {
  for (const read of readings) {
    let decoded = '';
    const starts: number[] = [];
    const ends: number[] = [];
    for (const { start, end, body } of lines) {
      const bytes = read(body) ?? '';
      decoded += bytes;
      for (let at = 0; at < bytes.length; at++) {
        starts.push(start);
        ends.push(end);
      }
    }
    if (decoded.length < 8) continue;
    const [first, last] = [lines[0], lines.at(-1)];
    if (!first || !last) continue;
    yield {
      start: first.start,
      end: last.end,
      decoded,
      // Returns the lines that contain a part of the bytes.
      getPart: (from, to) => ({ start: starts[from] ?? first.start, end: ends[to - 1] ?? last.end }),
    };
  }
}

function toHex(body: string, order: (group: string) => string): string | undefined {
  // The character column follows two spaces or a bar.
  const [columns = ''] = body.split(/ {2,}\||\t\|/, 1);
  let digits = '';
  for (const group of columns.split(/[ \t]+/)) {
    if (!/^(?:[0-9a-fA-F]{2}|[0-9a-fA-F]{4}|[0-9a-fA-F]{8})$/.test(group)) break;
    if (digits.length + group.length > 64) break;
    digits += order(group);
  }
  return digits === '' ? undefined : decodeHex(digits);
}

function toNumbers(body: string, form: RegExp, bytes: (token: string) => number[]): string | undefined {
  const tokens = body.trim().split(/[ \t]+/);
  if (!tokens.every((token) => form.test(token))) return undefined;
  const values = tokens.flatMap(bytes);
  return values.every((value) => value <= 255) ? String.fromCharCode(...values) : undefined;
}

/** Reads `od -c`: one character, or its escape, per column. */
function collectCharacters(body: string): string | undefined {
  const tokens = body.trim().split(/[ \t]+/);
  if (!tokens.every((token) => token.length <= 3)) return undefined;
  const [single] = [tokens.filter((token) => token.length === 1)];
  if (single.length * 2 < tokens.length) return undefined;
  return tokens
    .map((token) =>
      /^[0-7]{3}$/.test(token) ? String.fromCharCode(Number.parseInt(token, 8) & 0xff) : token,
    )
    .join('');
}
