import { backslash, isSpace, percent, readEscape } from './scan-text.ts';

/** Of windows that are compared: longer ones let the search take longer steps, and fill the table more. */
const longestWindow = 16;
const blockLength = 3;
const tableSize = 1 << 16;

/**
 * Says of most texts, in a fraction of the time, that no secret is in them. What is searched for in any of the three ways in
 * which a text is read is, without its white space, in the text without white space, either as it stands or with its escapes read: only
 * there it looks, in steps as long as the window that it compares (Wu and Manber).
 */
export class SecretFilter {
  readonly #window: number;
  /** Of each block's hash: how far the next window may be that has it. */
  readonly #steps: Uint8Array;
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
    if (this.#mayBeIn(withoutSpace(text))) return true;
    return (text.includes('%') || text.includes('\\')) && this.#mayBeIn(unescaped(text));
  }

  #mayBeIn(units: Uint16Array): boolean {
    const steps = this.#steps;
    const window = this.#window;
    for (let end = window - 1; end < units.length; ) {
      const step = steps[blockOf(units, end)] as number;
      if (step > 0) end += step;
      else if (this.#beginnings.has(hashOf(units, end - window + 1, window))) return true;
      else end += 1;
    }
    return false;
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
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit > 0x20 || !isSpace(unit)) units[length++] = unit;
  }
  return units.subarray(0, length);
}

/** With its escapes read and without white space. Behind an escape that is cut off nothing is hidden. */
function unescaped(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; ) {
    const unit = text.charCodeAt(at);
    if (unit !== percent && unit !== backslash) {
      if (unit > 0x20 || !isSpace(unit)) units[length++] = unit;
      at += 1;
      continue;
    }
    const read = readEscape(text, at);
    if (read === 'cut') break;
    const meant = read ? read[0] : unit;
    at = read ? read[1] : at + 1;
    if (!isSpace(meant)) units[length++] = meant;
  }
  return units.subarray(0, length);
}
