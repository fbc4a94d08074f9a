import { JsonError } from './json-error.ts';
import { hasLoneSurrogate } from './lone-surrogate.ts';

const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LOWER_U = 0x75;

const SHORT_ESCAPES: ReadonlyMap<number, string> = new Map([
  [0x22, '"'],
  [0x5c, '\\'],
  [0x2f, '/'],
  [0x62, '\b'],
  [0x66, '\f'],
  [0x6e, '\n'],
  [0x72, '\r'],
  [0x74, '\t'],
]);

const FOUR_HEX_DIGITS = /[0-9a-fA-F]{4}/y;

/**
 * Reads the rest of a string that holds an escape (or is broken). `start` is its first unit after the quote,
 * `position` the first unit that is not plain; `end` is behind the closing quote.
 */
export function scanEscapedString(
  text: string,
  start: number,
  position: number,
): { value: string; end: number } {
  const end = endOfEscaped(text, position);
  if (end !== undefined) {
    const read = readWhole(text.slice(start - 1, end));
    if (read !== undefined) return finish(read, start, end);
  }
  let value = text.slice(start, position);
  for (;;) {
    const unit = text.charCodeAt(position);
    if (unit === QUOTE) return finish(value, start, position + 1);
    if (unit === BACKSLASH) {
      const escaped = readEscape(text, position);
      value += escaped.value;
      position = escaped.end;
    } else if (unit >= SPACE) {
      const plain = position;
      position = endOfPlain(text, position);
      value += text.slice(plain, position);
    } else {
      throw new JsonError('syntax', 'unterminated string or bare control character', position);
    }
  }
}

/** Returns the position after the quote that ends the string; undefined if there is none. */
function endOfEscaped(text: string, from: number): number | undefined {
  for (let quote = text.indexOf('"', from); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(quote - 1 - backslashes) === BACKSLASH && quote - 1 - backslashes >= from)
      backslashes++;
    if (backslashes % 2 === 0) return quote + 1;
  }
  return undefined;
}

/**
 * The engine's own parser accepts the same escapes and is faster for many of them; its refusals are explained
 * below.
 */
function readWhole(literal: string): string | undefined {
  try {
    return JSON.parse(literal) as string;
  } catch {
    return undefined;
  }
}

// Valid UTF-8 has no surrogates, so they come only from escapes, and two halves may come from two escapes.
function finish(value: string, start: number, end: number): { value: string; end: number } {
  if (hasLoneSurrogate(value)) throw new JsonError('lone_surrogate', 'lone surrogate in a string', start);
  return { value, end };
}

function endOfPlain(text: string, position: number): number {
  let unit = text.charCodeAt(position);
  while (unit !== QUOTE && unit !== BACKSLASH && unit >= SPACE) unit = text.charCodeAt(++position);
  return position;
}

function readEscape(text: string, backslash: number): { value: string; end: number } {
  const unit = text.charCodeAt(backslash + 1);
  if (unit === LOWER_U) {
    FOUR_HEX_DIGITS.lastIndex = backslash + 2;
    if (!FOUR_HEX_DIGITS.test(text)) throw new JsonError('syntax', 'broken unicode escape', backslash);
    const end = backslash + 6;
    return { value: String.fromCharCode(Number.parseInt(text.slice(backslash + 2, end), 16)), end };
  }
  const value = SHORT_ESCAPES.get(unit);
  if (value === undefined) throw new JsonError('syntax', 'unknown escape', backslash);
  return { value, end: backslash + 2 };
}
