import { wholeCharacterBytes } from './bounded-output.ts';

const newline = 0x0a;

/** The latest output of a process, of which each byte is read once. */
export class RecentOutput {
  readonly #maximumBytes: number;
  #chunks: Buffer[] = [];
  /** Bytes in the chunks, none of which is read yet. */
  #bytes = 0;
  /** Bytes that were dropped unread. */
  #dropped = 0;

  constructor(maximumBytes: number) {
    this.#maximumBytes = maximumBytes;
  }

  /** True if a read would return text: an incomplete character is none. */
  get isReadable(): boolean {
    this.#cut();
    return wholeCharacterBytes(Buffer.concat(this.#chunks)) > 0;
  }

  add(chunk: Buffer): void {
    this.#chunks.push(Buffer.from(chunk));
    this.#bytes += chunk.length;
    // Cut occasionally, not at each chunk, so that a flood of small chunks takes linear time.
    if (this.#bytes > 2 * this.#maximumBytes || this.#chunks.length > 4096) this.#cut();
  }

  /**
   * Reads at most `maximumBytes` of the unread output. A last line without its end stays unread unless it is all that there is, so
   * that a secret in it is not split over two results.
   */
  read(maximumBytes: number, isEnded: boolean): { text: string; dropped: number; hasMore: boolean } {
    this.#cut();
    const unread = Buffer.concat(this.#chunks);
    const part = unread.subarray(0, maximumBytes);
    const isAll = isEnded && part.length === unread.length;
    const lines = part.lastIndexOf(newline) + 1;
    const length = isAll ? part.length : lines > 0 ? lines : wholeCharacterBytes(part);
    const rest = unread.subarray(length);
    this.#chunks = rest.length === 0 ? [] : [Buffer.from(rest)];
    this.#bytes = rest.length;
    const dropped = this.#dropped;
    this.#dropped = 0;
    return { text: part.toString('utf8', 0, length), dropped, hasMore: part.length < unread.length };
  }

  #cut(): void {
    const whole = Buffer.concat(this.#chunks);
    const isCut = whole.length > this.#maximumBytes;
    const latest = whole.subarray(-this.#maximumBytes);
    const kept = isCut ? latest.subarray(bytesOfCutCharacter(latest)) : latest;
    this.#dropped += whole.length - kept.length;
    this.#chunks = kept.length === 0 ? [] : [Buffer.from(kept)];
    this.#bytes = kept.length;
  }
}

/** Returns the number of bytes at the start that continue a character whose first byte was cut off, at most 3. */
function bytesOfCutCharacter(bytes: Buffer): number {
  let length = 0;
  while (length < 3 && ((bytes[length] ?? 0) & 0xc0) === 0x80) length += 1;
  return length;
}
