import { BackupError } from '../../database/index.ts';
import { endOfRows } from './backup-format.ts';

const terminator = Buffer.from(endOfRows);
const innerTerminator = Buffer.from(`\n${endOfRows}`);
const lineMax = 4 * 1024 * 1024;

/** Reads a backup's lines and, between them, its rows in pieces of whole lines. */
export class SectionReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #buffered: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Undefined at the end of the file. */
  async line(): Promise<string | undefined> {
    for (;;) {
      const end = this.#buffered.indexOf(10);
      if (end >= 0)
        return this.#take(end + 1)
          .subarray(0, -1)
          .toString();
      if (this.#buffered.length > lineMax)
        throw new BackupError('not_a_backup', 'the file is not a backup of a home; check its name');
      if (await this.#more()) continue;
      if (this.#buffered.length > 0) throw cutShort();
      return undefined;
    }
  }

  /** Reads rows up to the line that ends them, which is not returned. */
  async *rows(): AsyncGenerator<Buffer, void, void> {
    for (;;) {
      if (this.#buffered.subarray(0, terminator.length).equals(terminator)) {
        this.#take(terminator.length);
        return;
      }
      const end = this.#buffered.indexOf(innerTerminator);
      const whole = end >= 0 ? end + 1 : this.#buffered.lastIndexOf(10) + 1;
      if (whole > 0) yield this.#take(whole);
      else if (!(await this.#more())) throw cutShort();
    }
  }

  #take(length: number): Buffer {
    const taken = this.#buffered.subarray(0, length);
    this.#buffered = this.#buffered.subarray(length);
    return taken;
  }

  async #more(): Promise<boolean> {
    const next = await this.#chunks.next().catch((error: unknown) => {
      throw broken(error);
    });
    if (next.done) return false;
    this.#buffered = this.#buffered.length === 0 ? next.value : Buffer.concat([this.#buffered, next.value]);
    return true;
  }
}

function cutShort(): BackupError {
  return new BackupError('damaged', 'the backup is incomplete; use another copy');
}

function broken(error: unknown): unknown {
  const { code } = error as { code?: string };
  if (code === 'Z_BUF_ERROR') return cutShort();
  if (code?.startsWith('Z_'))
    return new BackupError('damaged', 'the backup is damaged or the file is not a backup; use another copy');
  return error;
}
