const lineFeed = 10;

/** Splits a stream into lines. A line without an end is held up to a limit. */
export class LineReader {
  readonly #maximumBytes: number;
  #pieces: Buffer[] = [];
  #held = 0;

  constructor(maximumBytes: number) {
    this.#maximumBytes = maximumBytes;
  }

  /** Returns the lines that ended with this chunk, or `too_long`, after which reading must stop. */
  add(chunk: Buffer): string[] | 'too_long' {
    const lines: string[] = [];
    let from = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, from)) {
      if (this.#held + end - from > this.#maximumBytes) return 'too_long';
      lines.push(Buffer.concat([...this.#pieces, chunk.subarray(from, end)]).toString());
      this.#pieces = [];
      this.#held = 0;
      from = end + 1;
    }
    const rest = chunk.subarray(from);
    this.#held += rest.length;
    if (this.#held > this.#maximumBytes) return 'too_long';
    if (rest.length > 0) this.#pieces.push(Buffer.from(rest));
    return lines;
  }
}
