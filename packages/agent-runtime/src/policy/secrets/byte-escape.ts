import { backslash, hexDigit, percent, shortEscapes } from './scan-text.ts';

/** Length of the longest escape: two JSON escapes encode one character above U+FFFF. */
export const longestEscape = 12;

export const noEscape = -1;
/** The text ends within the escape. */
export const cutEscape = -2;

/**
 * Returns a percent or JSON escape, as `readEscape` reads it, as one number: its unit, and above 16 bits its length. A text may
 * have millions of escapes, so no objects are created.
 */
export function byteEscape(bytes: Uint8Array, at: number, end: number): number {
  if (at >= end) return noEscape;
  if (bytes[at] === percent) return hexEscape(bytes, at, 3, end);
  if (bytes[at] !== backslash) return noEscape;
  if (at + 1 >= end) return cutEscape;
  const letter = bytes[at + 1] as number;
  if (letter === letterU) return hexEscape(bytes, at, 6, end);
  if (letter === letterX) return hexEscape(bytes, at, 4, end);
  const unit = shortEscapes.get(letter);
  return unit === undefined ? noEscape : (2 << 16) | unit;
}

export function getUnit(found: number): number {
  return found & 0xffff;
}

export function computeLength(found: number): number {
  return found >> 16;
}

const letterU = 0x75;
const letterX = 0x78;

/** After the sign, or the backslash and its letter, the remaining characters must be digits. */
function hexEscape(bytes: Uint8Array, at: number, length: number, end: number): number {
  let value = 0;
  for (let place = at + (length === 3 ? 1 : 2); place < at + length; place++) {
    if (place >= end) return cutEscape;
    const digit = hexDigit(bytes[place] as number);
    if (digit < 0) return noEscape;
    value = value * 16 + digit;
  }
  return (length << 16) | value;
}
