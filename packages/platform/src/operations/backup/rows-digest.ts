import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import type { TableSummary } from './backup-format.ts';

/** Counts and hashes rows that pass through. Each line is one row, since COPY escapes line breaks in values. */
export class RowsDigest extends Transform {
  readonly #hash = createHash('sha256');
  #rows = 0;
  #bytes = 0;

  override _transform(chunk: Buffer, _: BufferEncoding, done: (error: null, chunk: Buffer) => void): void {
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) this.#rows += 1;
    done(null, chunk);
  }

  summary(name: string): TableSummary {
    return { name, rows: this.#rows, bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}
