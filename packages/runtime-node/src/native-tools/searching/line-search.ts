import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { ToolFailure } from '../../outcomes/tool-failure.ts';

/** Expression and form of a search. */
export interface SearchOptions {
  pattern: string;
  literal: boolean;
  insensitive: boolean;
  word: boolean;
  /** True if a match may span lines. */
  multiline: boolean;
  /** Lines of context. */
  before: number;
  after: number;
  output: 'lines' | 'files' | 'counts';
  /** Matching lines after which the search has enough. */
  limit: number;
}

const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64, stackSizeMb: 8 };

const foundSchema = z.union([
  z.object({ invalid: z.string() }),
  z.object({
    found: z.array(
      z.object({
        matches: z.number(),
        lines: z.array(z.tuple([z.number(), z.string(), z.enum([':', '-'])])),
      }),
    ),
  }),
]);

/** Matches of one file: matching lines, and lines to show with their number and mark. */
export type FoundInFile = { matches: number; lines: [number, string, ':' | '-'][] };

/** Search in a thread of its own: an expression may take seconds for a line, and this thread stays free meanwhile. */
export class LineSearch {
  readonly #worker: Worker;

  private constructor(worker: Worker) {
    this.#worker = worker;
  }

  static async open(options: SearchOptions): Promise<LineSearch> {
    const { searchWorker } = await import('./search-worker.mjs');
    const worker = new Worker(new URL(searchWorker), {
      workerData: { task: 'search', options },
      resourceLimits,
      env: {},
      execArgv: [],
      stdout: true,
      stderr: true,
    });
    // Failures end the search that waits; without one they have no effect.
    worker.on('error', () => undefined);
    return new LineSearch(worker);
  }

  /**
   * Searches files.
   * @param leftMs time limit
   * @returns undefined if the time is over
   * @throws ToolFailure `invalid_pattern`; the signal's reason
   */
  async search(
    files: readonly Uint8Array[],
    { leftMs, signal }: { leftMs: number; signal: AbortSignal },
  ): Promise<FoundInFile[] | undefined> {
    signal.throwIfAborted();
    const worker = this.#worker;
    let onAbort = (): void => {};
    let timer: NodeJS.Timeout | undefined;
    try {
      const message = await new Promise<unknown>((resolve, reject) => {
        onAbort = () => reject(signal.reason);
        signal.addEventListener('abort', onAbort, { once: true });
        timer = setTimeout(() => resolve(undefined), Math.max(0, leftMs));
        worker.once('message', resolve);
        worker.once('exit', () => reject(tooLarge()));
        worker.postMessage(files);
      });
      if (message === undefined) return undefined;
      const read = foundSchema.parse(message);
      if ('invalid' in read)
        throw new ToolFailure(
          'invalid_pattern',
          `${read.invalid}; set literal to search for the text itself`,
        );
      return read.found;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      worker.removeAllListeners('message');
      worker.removeAllListeners('exit');
    }
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}

function tooLarge(): ToolFailure {
  return new ToolFailure('invalid_pattern', 'the pattern takes too much memory: simplify it');
}
