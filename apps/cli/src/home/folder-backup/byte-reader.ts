import { FolderBackupError } from '../../errors/command-errors.ts';

const lineMax = 64 * 1024;

/** Reads lines of text and, between them, counted bytes. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #buffered: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Returns undefined at the end, and for a line without one. */
  async line(): Promise<string | undefined> {
    for (;;) {
      const end = this.#buffered.indexOf(10);
      if (end >= 0) {
        const text = this.#buffered.subarray(0, end).toString();
        this.#buffered = this.#buffered.subarray(end + 1);
        return text;
      }
      if (this.#buffered.length > lineMax || !(await this.#more())) return undefined;
    }
  }

  /** @throws FolderBackupError `damaged_backup` if the input ends early */
  async *bytes(count: number): AsyncGenerator<Buffer, void, void> {
    let left = count;
    while (left > 0) {
      if (this.#buffered.length === 0 && !(await this.#more())) throw cutShort();
      const chunk = this.#buffered.subarray(0, left);
      this.#buffered = this.#buffered.subarray(chunk.length);
      left -= chunk.length;
      yield chunk;
    }
  }

  async #more(): Promise<boolean> {
    const next = await this.#chunks.next().catch((error: unknown) => {
      throw isOfGzip(error) ? cutShort(error) : error;
    });
    if (next.done) return false;
    this.#buffered = this.#buffered.length === 0 ? next.value : Buffer.concat([this.#buffered, next.value]);
    return true;
  }
}

function isOfGzip(error: unknown): boolean {
  return String((error as NodeJS.ErrnoException).code).startsWith('Z_');
}

function cutShort(cause?: unknown): FolderBackupError {
  return new FolderBackupError(
    'damaged_backup',
    'the file is not a complete backup: use another copy of it',
    {
      cause,
    },
  );
}
