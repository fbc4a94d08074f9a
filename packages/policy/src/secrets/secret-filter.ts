import { isSpace, readEscape } from './scan-text.ts';

/** Of windows that are compared: longer ones let the search take longer steps, and fill the table more. */
const longestWindow = 16;
const blockLength = 3;
const tableSize = 1 << 16;
const pieceLength = 1 << 14;

/**
 * Says of most texts, in a fraction of the time, that no secret is in them. What is searched for in any of the three ways in
 * which a text is read is, without its white space, in the text without white space, either as it stands or with its escapes read: only
 * there it looks, in steps as long as the window that it compares (Wu and Manber).
 */
export class SecretFilter {
  readonly #window: number;
  /** Of each block's hash: how far the next window may be that has it. */
  readonly #steps: Uint8Array;
  /** A piece of the text without its white space: one for all texts, since megabytes of them keep the garbage collector busy. */
  readonly #units = new Uint16Array(pieceLength);
  /** Hashes of what the texts that are searched for begin with. */
  readonly #beginnings: ReadonlySet<number>;

  constructor(texts: readonly string[]) {
    const stripped = texts.map((text) => withoutSpace(text));
    const shortest = stripped.reduce((least, text) => Math.min(least, text.length), longestWindow);
    this.#window = shortest;
    this.#steps = new Uint8Array(tableSize).fill(Math.max(1, shortest - blockLength + 1));
    if (shortest >= blockLength) for (const text of stripped) this.#note(text);
    this.#beginnings = new Set(stripped.map((text) => hashOf(text, 0, shortest)));
  }

  #note(text: Uint16Array): void {
    for (let end = blockLength - 1; end < this.#window; end++) {
      const block = blockOf(text, end);
      this.#steps[block] = Math.min(this.#steps[block] ?? 0, this.#window - 1 - end);
    }
  }

  /** Whether a secret may be in it: `false` is certain. */
  mayFind(text: string): boolean {
    // A secret that is little more than white space is looked for the long way.
    if (this.#window < blockLength) return true;
    if (this.#mayBeInPlain(text)) return true;
    return (text.includes('%') || text.includes('\\')) && this.#mayBeAroundEscapes(text);
  }

  #mayBeInPlain(text: string): boolean {
    const units = this.#units;
    let length = 0;
    for (let at = 0; at < text.length; ) {
      const end = Math.min(text.length, at + units.length - length);
      length = copyWithoutSpace(text, at, end, units, length);
      at = end;
      if (this.#mayBeIn(length)) return true;
      length = this.#keepLast(length);
    }
    return false;
  }

  /**
   * Looks at what surrounds the escapes, with them read and without white space. A window in which none is stands in the text as
   * it is as well, and is looked for there: so of what is between two escapes, the ends alone are kept. Behind an escape that is
   * cut off nothing is hidden.
   */
  #mayBeAroundEscapes(text: string): boolean {
    const units = this.#units;
    const margin = this.#window - 1;
    let length = 0;
    let nextPercent = -1;
    let nextBackslash = -1;
    for (let from = 0; from < text.length; ) {
      if (length + 2 * margin >= units.length) {
        if (this.#mayBeIn(length)) return true;
        length = this.#keepLast(length);
      }
      if (nextPercent < from) nextPercent = indexFrom(text, '%', from);
      if (nextBackslash < from) nextBackslash = indexFrom(text, '\\', from);
      const next = Math.min(nextPercent, nextBackslash);
      const after = endOfMargin(text, from, next, margin);
      length = copyWithoutSpace(text, from, after, units, length);
      length = copyWithoutSpace(text, startOfMargin(text, after, next, margin), next, units, length);
      if (next === text.length) break;
      const read = readEscape(text, next);
      if (read === 'cut') break;
      const meant = read ? read[0] : text.charCodeAt(next);
      from = read ? read[1] : next + 1;
      if (!isSpace(meant)) units[length++] = meant;
    }
    return this.#mayBeIn(length);
  }

  #mayBeIn(length: number): boolean {
    const units = this.#units;
    const steps = this.#steps;
    const window = this.#window;
    for (let end = window - 1; end < length; ) {
      const step = steps[blockOf(units, end)] as number;
      if (step > 0) end += step;
      else if (this.#beginnings.has(hashOf(units, end - window + 1, window))) return true;
      else end += 1;
    }
    return false;
  }

  /** What a window may have begun in goes on in what comes next. */
  #keepLast(length: number): number {
    const kept = Math.min(length, this.#window - 1);
    this.#units.copyWithin(0, length - kept, length);
    return kept;
  }
}

/** Of the block that ends there. */
function blockOf(units: Uint16Array, end: number): number {
  const first = (units[end - 2] as number) << 10;
  const second = (units[end - 1] as number) << 5;
  return (first ^ second ^ (units[end] as number)) & (tableSize - 1);
}

function hashOf(units: Uint16Array, start: number, length: number): number {
  let hash = 0;
  for (let at = start; at < start + length; at++) hash = (Math.imul(hash, 31) + (units[at] as number)) | 0;
  return hash;
}

function withoutSpace(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  return units.subarray(0, copyWithoutSpace(text, 0, text.length, units, 0));
}

/** @returns how many there are now */
function copyWithoutSpace(
  text: string,
  start: number,
  end: number,
  units: Uint16Array,
  count: number,
): number {
  let length = count;
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit > 0x20 || !isSpace(unit)) units[length++] = unit;
  }
  return length;
}

function indexFrom(text: string, letter: string, from: number): number {
  const found = text.indexOf(letter, from);
  return found < 0 ? text.length : found;
}

/** Where the first `margin` units that are no white space end, at `end` at the latest. */
function endOfMargin(text: string, start: number, end: number, margin: number): number {
  let at = start;
  for (let left = margin; left > 0 && at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit > 0x20 || !isSpace(unit)) left -= 1;
  }
  return at;
}

/** Where the last `margin` units before `end` that are no white space begin, not before `start`. */
function startOfMargin(text: string, start: number, end: number, margin: number): number {
  let at = end;
  for (let left = margin; left > 0 && at > start; at--) {
    const unit = text.charCodeAt(at - 1);
    if (unit > 0x20 || !isSpace(unit)) left -= 1;
  }
  return at;
}
