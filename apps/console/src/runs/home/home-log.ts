import { LogError, type LogHead, type RunRecord, RunVerifier } from '@agent-home/agent-runtime/run-log';
import { type MirroredRecords, runEndpoints } from '@agent-home/http-contract';
import { read } from '../../read/api.ts';
import { inputOf } from './run-key.ts';

/** A copy of a log as far as it is valid. */
export interface HomeLog {
  /** Verified records, with the values that they name. */
  records: RunRecord[];
  head: LogHead;
  /** First fault of the copy, or of a value that the home does not have. */
  fault?: { code: string; message: string };
}

/**
 * Copy of one run, read from the home and verified in this browser: chain, decisions and values. Later reads continue where the last
 * one ended.
 */
export class HomeLogReader {
  readonly #key: string;
  readonly #values = new Map<string, string>();
  readonly #verifier = new RunVerifier((sha256) => this.#values.get(sha256), { isCopy: true });
  readonly #records: RunRecord[] = [];
  #fault: HomeLog['fault'];
  #reading: Promise<unknown> = Promise.resolve();

  /** @param key from `runKey` */
  constructor(key: string) {
    this.#key = key;
  }

  /** Reads the records that are new. Reads of several views wait for each other. @throws Problem */
  read(signal: AbortSignal): Promise<HomeLog> {
    const next = () => this.#read(signal);
    const reading = this.#reading.then(next, next);
    this.#reading = reading;
    return reading;
  }

  async #read(signal: AbortSignal): Promise<HomeLog> {
    const { head } = this.#verifier;
    for (let from: number | undefined = head.seq; from !== undefined && this.#fault === undefined; ) {
      const { params, query } = inputOf(this.#key);
      const input = { params, query: { ...query, from_seq: from, limit: 500 } };
      const part: MirroredRecords = await read(runEndpoints.readRecords, input, signal);
      for (const { sha256, text } of part.values) this.#values.set(sha256, text);
      for (const { text } of part.records) this.#take(text);
      from = part.next_seq;
    }
    return {
      records: this.#records,
      head: this.#verifier.head,
      ...(this.#fault === undefined ? {} : { fault: this.#fault }),
    };
  }

  #take(text: string | undefined): void {
    // Only the hash of an erased record remains.
    if (text === undefined || this.#fault !== undefined) return;
    try {
      this.#records.push(this.#verifier.take(text));
    } catch (error) {
      if (!(error instanceof LogError)) throw error;
      this.#fault = { code: error.code, message: error.message };
    }
  }
}
