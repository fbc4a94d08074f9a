/** Maximum size of a line of the input, and of a prompt, in bytes. */
export const longestLine = 1024 * 1024;

export interface InputLine {
  /** Line number from 1, empty lines included. */
  number: number;
  /** Bytes without the line end; undefined if the line is too long. */
  bytes: Buffer | undefined;
  /** Position of the line's end in the input, in bytes, line ending included. */
  end: number;
  /** True if it had a line ending. */
  isWhole: boolean;
}

/** Yields the lines of an input as they arrive. Holds at most one line in memory. */
export async function* inputLines(
  chunks: AsyncIterable<Uint8Array>,
  mostBytes = longestLine,
): AsyncGenerator<InputLine> {
  const cutter = new LineCutter(mostBytes);
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, from)) {
      yield cutter.cut(chunk.subarray(from, at), true);
      from = at + 1;
    }
    cutter.add(chunk.subarray(from));
  }
  if (cutter.hasBegun) yield cutter.cut(new Uint8Array(), false);
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

class LineCutter {
  readonly #mostBytes: number;
  #pieces: Uint8Array[] = [];
  #length = 0;
  #number = 0;
  #end = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  get hasBegun(): boolean {
    return this.#length > 0;
  }

  add(piece: Uint8Array): void {
    this.#length += piece.length;
    // The extra byte may be the first half of a CRLF.
    if (this.#length > this.#mostBytes + 1) this.#pieces = [];
    else if (piece.length > 0) this.#pieces.push(piece);
  }

  cut(last: Uint8Array, isWhole: boolean): InputLine {
    this.add(last);
    this.#number += 1;
    this.#end += this.#length + (isWhole ? 1 : 0);
    const bytes = this.#length > this.#mostBytes + 1 ? undefined : this.#text();
    this.#pieces = [];
    this.#length = 0;
    const fits = bytes !== undefined && bytes.length <= this.#mostBytes;
    return { number: this.#number, bytes: fits ? bytes : undefined, end: this.#end, isWhole };
  }

  #text(): Buffer {
    const bytes = Buffer.concat(this.#pieces);
    const from = this.#number === 1 && bytes.subarray(0, 3).equals(byteOrderMark) ? 3 : 0;
    const to = bytes.at(-1) === carriageReturn ? bytes.length - 1 : bytes.length;
    return bytes.subarray(from, Math.max(from, to));
  }
}
