import { longestEscape } from './byte-escape.ts';
import { copyWithoutSpace, UnescapedBytes } from './text-bytes.ts';

/** Longest compared window. Longer windows allow larger steps and fill the table more. */
const longestWindow = 16;
const blockLength = 3;
const tableSize = 1 << 16;
/** UTF-16 units read in one pass; each has three bytes at most. */
const pieceLength = 1 << 14;
const pieceBytes = 3 * pieceLength + longestWindow + longestEscape;

const encoder = new TextEncoder();

/**
 * Quickly proves for most texts that they contain no secret. Each search text, without white space, must occur in the text without
 * white space, unchanged or with escapes decoded. It searches these two forms in steps up to the window length (Wu and Manber).
 */
export class SecretFilter {
  /** Size of the window, in bytes; 0 if every text needs the slow search. */
  readonly #window: number;
  /** Largest safe step for the hash of each block. */
  readonly #steps: Uint8Array;
  /** Hashes of the beginnings of the search texts. */
  readonly #beginnings: ReadonlySet<number>;
  // Buffers for pieces of a text, shared by all texts, since megabytes of new ones would keep the garbage collector busy.
  readonly #raw = new Uint8Array(pieceBytes);
  readonly #plain = new Uint8Array(pieceBytes);
  readonly #unescaped = new UnescapedBytes(pieceBytes);

  constructor(texts: readonly string[]) {
    const stripped = texts.map(getBytes);
    const shortest = stripped.reduce((least, bytes) => Math.min(least, bytes?.length ?? 0), longestWindow);
    // A secret that is little more than white space needs the slow search.
    this.#window = shortest < blockLength ? 0 : shortest;
    this.#steps = new Uint8Array(tableSize).fill(Math.max(1, shortest - blockLength + 1));
    this.#beginnings = new Set(stripped.map((bytes) => (bytes ? computeHash(bytes, 0, this.#window) : 0)));
    if (this.#window > 0) for (const bytes of stripped) if (bytes) this.#note(bytes);
  }

  #note(bytes: Uint8Array): void {
    for (let end = blockLength - 1; end < this.#window; end++) {
      const block = toBlock(bytes, end);
      this.#steps[block] = Math.min(this.#steps[block] ?? 0, this.#window - 1 - end);
    }
  }

  /** Returns true if a secret may be in the text; `false` is certain. */
  mayFind(text: string): boolean {
    // Half a character has no bytes of its own.
    if (this.#window === 0 || !text.isWellFormed()) return true;
    const hasEscapes = text.includes('%') || text.includes('\\');
    const raw = this.#raw;
    const unescaped = this.#unescaped;
    unescaped.length = 0;
    let plain = 0;
    // Number of bytes of the previous piece at the beginning of `raw`, where an escape may continue.
    let held = 0;
    for (let at = 0; at < text.length; ) {
      const piece = text.slice(at, endOfPiece(text, at));
      at += piece.length;
      const end = held + encoder.encodeInto(piece, raw.subarray(held)).written;
      plain = copyWithoutSpace(raw, held, end, this.#plain, plain);
      if (this.#mayBeIn(this.#plain, plain)) return true;
      plain = this.#keepLast(this.#plain, plain);
      if (!hasEscapes) continue;
      const until = at < text.length ? Math.max(0, end - longestEscape) : end;
      const stopped = unescaped.take(raw, until, end);
      if (this.#mayBeIn(unescaped.bytes, unescaped.length)) return true;
      unescaped.length = this.#keepLast(unescaped.bytes, unescaped.length);
      raw.copyWithin(0, stopped, end);
      held = end - stopped;
    }
    return false;
  }

  #mayBeIn(bytes: Uint8Array, length: number): boolean {
    const steps = this.#steps;
    const window = this.#window;
    for (let end = window - 1; end < length; ) {
      const step = steps[toBlock(bytes, end)] as number;
      if (step > 0) end += step;
      else if (this.#beginnings.has(computeHash(bytes, end - window + 1, window))) return true;
      else end += 1;
    }
    return false;
  }

  /**
   * Keeps the end of a piece, because a window may continue in the next one.
   * @returns number of kept bytes
   */
  #keepLast(bytes: Uint8Array, length: number): number {
    const kept = Math.min(length, this.#window - 1);
    bytes.copyWithin(0, length - kept, length);
    return kept;
  }
}

/** Returns the end of a piece, between two characters. */
function endOfPiece(text: string, start: number): number {
  const end = start + pieceLength;
  if (end >= text.length) return text.length;
  return (text.charCodeAt(end - 1) & 0xfc00) === 0xd800 ? end - 1 : end;
}

/**
 * Returns the bytes without white space, and without half characters at which a secret that is searched for in pieces may begin or
 * end.
 */
function getBytes(text: string): Uint8Array | undefined {
  const whole = text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
  if (!whole.isWellFormed()) return undefined;
  const bytes = encoder.encode(whole);
  return bytes.subarray(0, copyWithoutSpace(bytes, 0, bytes.length, bytes, 0));
}

/** Returns the hash of the block that ends there. */
function toBlock(bytes: Uint8Array, end: number): number {
  const first = (bytes[end - 2] as number) << 10;
  const second = (bytes[end - 1] as number) << 5;
  return (first ^ second ^ (bytes[end] as number)) & (tableSize - 1);
}

function computeHash(bytes: Uint8Array, start: number, length: number): number {
  let hash = 0;
  for (let at = start; at < start + length; at++) hash = (Math.imul(hash, 31) + (bytes[at] as number)) | 0;
  return hash;
}
