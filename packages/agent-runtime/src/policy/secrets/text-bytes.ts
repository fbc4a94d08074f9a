import { byteEscape, computeLength, cutEscape, getUnit, noEscape } from './byte-escape.ts';
import { backslash, isSpace, percent } from './scan-text.ts';

/**
 * Texts as UTF-8 without white space. A loop over bytes takes a fraction of the time of one over UTF-16 units, whose speed also
 * depends on the other loaded code. Megabytes are searched.
 */
const isKept = Uint8Array.from({ length: 256 }, (_, byte) => (isSpace(byte) ? 0 : 1));

/** @returns the number of bytes that `kept` has now */
export function copyWithoutSpace(
  bytes: Uint8Array,
  start: number,
  end: number,
  kept: Uint8Array,
  count: number,
): number {
  let length = count;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    // A byte that is not kept is overwritten by the next one.
    kept[length] = byte;
    length += isKept[byte] as number;
  }
  return length;
}

/** Marks a lone surrogate. The value is not valid UTF-8, and no secret contains one. */
const noCharacter = 0xff;

/** A text with its escapes read, as `scanUnescaped` reads them, and without its white space. */
export class UnescapedBytes {
  readonly bytes: Uint8Array;
  length = 0;

  constructor(size: number) {
    this.bytes = new Uint8Array(size);
  }

  /**
   * Reads the next bytes.
   * @param until position at which reading may stop, so that no escape that continues after `end` is read; equal to `end` if no
   * input follows
   * @returns position at which it stopped
   */
  take(raw: Uint8Array, until: number, end: number): number {
    let at = 0;
    while (at < until) {
      at = this.#copy(raw, at, until);
      if (at >= until) break;
      const found = byteEscape(raw, at, end);
      // A cut-off escape is at the end of the text, so no secret follows it.
      if (found === cutEscape) return until;
      at += found === noEscape ? this.#putByte(raw[at] as number) : this.#put(found, raw, at, end);
    }
    return at;
  }

  /** @returns position of the next possible escape */
  #copy(raw: Uint8Array, start: number, until: number): number {
    const { bytes } = this;
    let { length } = this;
    let at = start;
    for (; at < until; at++) {
      const byte = raw[at] as number;
      if (byte === percent || byte === backslash) break;
      bytes[length] = byte;
      length += isKept[byte] as number;
    }
    this.length = length;
    return at;
  }

  /** @returns how many bytes of the text say it */
  #put(found: number, raw: Uint8Array, at: number, end: number): number {
    const unit = getUnit(found);
    const read = computeLength(found);
    if (unit < 0x80) {
      if (isKept[unit] === 1) this.#putByte(unit);
    } else if (unit < 0x800) this.#putBytes(0xc0 | (unit >> 6), unit, 1);
    else if ((unit & 0xf800) !== 0xd800) this.#putBytes(0xe0 | (unit >> 12), unit, 2);
    else {
      const next = (unit & 0xfc00) === 0xd800 ? byteEscape(raw, at + read, end) : noEscape;
      if (next < 0 || (getUnit(next) & 0xfc00) !== 0xdc00) this.#putByte(noCharacter);
      else {
        const code = 0x10000 + ((unit & 0x3ff) << 10) + (getUnit(next) & 0x3ff);
        this.#putBytes(0xf0 | (code >> 18), code, 3);
        return read + computeLength(next);
      }
    }
    return read;
  }

  /** @returns that it is one byte of the text */
  #putByte(byte: number): number {
    this.bytes[this.length++] = byte;
    return 1;
  }

  /** Stores the first byte of a character and its continuation bytes. */
  #putBytes(first: number, code: number, more: number): void {
    this.#putByte(first);
    for (let left = more - 1; left >= 0; left--) this.#putByte(0x80 | ((code >> (6 * left)) & 0x3f));
  }
}
