import { cutNote } from '@agent-home/agent-runtime/policy';
import { isContinuation } from '../outcomes/bounded-text.ts';

/** Output of a process, limited to its beginning and its end, where errors are printed. */
export class BoundedOutput {
  readonly #half: number;
  readonly #head: Buffer[] = [];
  #headBytes = 0;
  #tail: Buffer[] = [];
  #tailBytes = 0;
  #bytes = 0;

  constructor(maximumBytes: number) {
    this.#half = Math.floor(maximumBytes / 2);
  }

  get bytes(): number {
    return this.#bytes;
  }

  add(chunk: Buffer): void {
    this.#bytes += chunk.length;
    const toHead = chunk.subarray(0, this.#half - this.#headBytes);
    if (toHead.length > 0) this.#head.push(Buffer.from(toHead));
    this.#headBytes += toHead.length;
    const rest = chunk.subarray(toHead.length).subarray(-this.#half);
    if (rest.length === 0) return;
    this.#tail.push(Buffer.from(rest));
    this.#tailBytes += rest.length;
    // Joined occasionally, not at each chunk, so that a flood of small chunks takes linear time.
    if (this.#tailBytes > 4 * this.#half || this.#tail.length > 4096) this.#joinTail();
  }

  text(): string {
    this.#joinTail();
    const head = Buffer.concat(this.#head);
    const tail = this.#tail[0] ?? Buffer.alloc(0);
    const cut = this.#bytes - head.length - tail.length;
    if (cut === 0) return Buffer.concat([head, tail]).toString();
    return `${wholeCharactersBefore(head)}\n${cutNote(cut, this.#bytes)}\n${wholeCharactersAfter(tail)}`;
  }

  #joinTail(): void {
    const tail = Buffer.concat(this.#tail).subarray(-this.#half);
    this.#tail = tail.length === 0 ? [] : [Buffer.from(tail)];
    this.#tailBytes = tail.length;
  }
}

/** Returns the text of the bytes without an incomplete character at their end. */
export function wholeCharactersBefore(bytes: Buffer): string {
  return bytes.toString('utf8', 0, wholeCharacterBytes(bytes));
}

/** Returns the length of the bytes without an incomplete character at their end. */
export function wholeCharacterBytes(bytes: Buffer): number {
  // A character has at most four bytes, so its first byte is among the last four, unless the bytes are not UTF-8.
  for (let back = 1; back <= Math.min(4, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (isContinuation(byte)) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function wholeCharactersAfter(bytes: Buffer): string {
  let start = 0;
  while (start < 3 && isContinuation(bytes[start])) start += 1;
  return bytes.toString('utf8', start);
}
