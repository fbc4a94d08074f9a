import { closeSync, constants, fdatasyncSync, fstatSync, ftruncateSync, rmSync } from 'node:fs';
import { shownText } from '@agent-home/protocol';
import { BatchError } from '../../errors/command-errors.ts';
import { jsonLine } from '../../terminal/json-document.ts';
import { getBytes, openFile, writeAll } from './added-files.ts';
import { type BatchStart, batchEntrySchema, batchStartSchema, type EndedLine } from './batch-entries.ts';
import type { BatchKeeper, BatchResult } from './batch-result.ts';
import { type InputLine, inputLines } from './input-lines.ts';
import { LineTable } from './line-table.ts';

const { O_CREAT, O_EXCL } = constants;
/** Bytes of an entry, generously. */
const longestEntry = 4_096;

/** State file of a batch, next to its results. */
export const getStateFile = (output: string) => `${output}.batch`;

/**
 * Results and state of a batch, both append-only. A result is written before its state: after a kill, a result
 * without a state is cut off, so that each line has exactly one result.
 */
export class BatchFiles implements BatchKeeper {
  readonly start: BatchStart;
  readonly lines = new LineTable();
  readonly #output: string;
  readonly #results: number;
  readonly #state: number;
  #bytes = 0;

  private constructor(
    start: BatchStart,
    { output, results, state }: { output: string; results: number; state: number },
  ) {
    this.start = start;
    this.#output = output;
    this.#results = results;
    this.#state = state;
  }

  /** @throws BatchError `batch_exists`, `output_unusable` */
  static create(output: string, start: BatchStart): BatchFiles {
    // Creates the state file first: if either file exists already, the other one is not touched.
    const state = openFile(getStateFile(output), O_CREAT | O_EXCL);
    try {
      const files = new BatchFiles(start, { output, state, results: openFile(output, O_CREAT | O_EXCL) });
      files.#note(start);
      fdatasyncSync(state);
      return files;
    } catch (error) {
      closeSync(state);
      rmSync(getStateFile(output));
      throw error;
    }
  }

  /**
   * Opens the files of an earlier batch, without a change so far.
   * @throws BatchError `batch_not_found`, `batch_damaged`, `output_unusable`
   */
  static async open(output: string): Promise<BatchFiles> {
    const state = openFile(getStateFile(output), 0);
    const { value: first } = await inputLines(getBytes(state), longestEntry).next();
    const start = batchStartSchema.safeParse(first ? parsed(first) : undefined);
    if (!start.success) throw damaged(getStateFile(output), 1);
    return new BatchFiles(start.data, { output, state, results: openFile(output, 0) });
  }

  /**
   * Reads the state of the lines. Partly written entries and results without a state are cut off.
   * @param seen called with each line that has ended
   * @throws BatchError `batch_damaged`
   */
  async readEntries(seen: (ended: EndedLine) => void): Promise<void> {
    let end = 0;
    for await (const entry of inputLines(getBytes(this.#state), longestEntry)) {
      if (!entry.isWhole) break;
      if (entry.number > 1) this.#take(entry, seen);
      end = entry.end;
    }
    if (fstatSync(this.#results).size < this.#bytes)
      throw new BatchError(
        'batch_damaged',
        `${shownText(this.#output)} is shorter than the batch wrote: restore it, or start a new batch with another --output`,
      );
    ftruncateSync(this.#state, end);
    ftruncateSync(this.#results, this.#bytes);
  }

  #take(entry: InputLine, seen: (ended: EndedLine) => void): void {
    const read = batchEntrySchema.safeParse(parsed(entry));
    if (!read.success) throw damaged(getStateFile(this.#output), entry.number);
    const { data } = read;
    if ('sha256' in data) this.lines.begin(data.line, data.sha256);
    else if (!this.lines.end(data.line) || data.results_bytes < this.#bytes)
      throw damaged(getStateFile(this.#output), entry.number);
    else {
      this.#bytes = data.results_bytes;
      seen(data);
    }
  }

  begin(line: number, sha256: string): void {
    this.#note({ line, sha256 });
  }

  end(result: BatchResult): void {
    const { line, status, usage } = result;
    const text = Buffer.from(`${jsonLine(result)}\n`);
    writeAll(this.#results, text);
    fdatasyncSync(this.#results);
    this.#bytes += text.length;
    this.#note({
      line,
      status,
      input_tokens: usage.input_tokens,
      output_tokens: usage.output_tokens,
      ...(usage.cost === undefined ? {} : { cost: usage.cost }),
      results_bytes: this.#bytes,
    } satisfies EndedLine);
  }

  close(): void {
    closeSync(this.#results);
    closeSync(this.#state);
  }

  #note(entry: object): void {
    writeAll(this.#state, Buffer.from(`${JSON.stringify(entry)}\n`));
  }
}

function parsed({ bytes }: InputLine): unknown {
  try {
    return JSON.parse(bytes?.toString('utf8') ?? '');
  } catch {
    return undefined;
  }
}

function damaged(file: string, line: number): BatchError {
  return new BatchError(
    'batch_damaged',
    `${shownText(file)}, line ${line}, is not a result of a batch: start a new batch with another --output`,
  );
}
