import { LogError, type LogHead, type RunRecord, RunVerifier } from '@agent-home/agent-runtime/run-log';
import { type MirroredRecords, runEndpoints } from '@agent-home/http-contract';
import { read } from '../../read/api.ts';
import { inputOf } from '../parts/run-key.ts';

/** A copy of a log as far as it is verified. */
export interface HomeLog {
  /** Verified records, with the values that the copy has. */
  records: readonly RunRecord[];
  head: LogHead;
  /** Members that the copy does not have, by the number of their record. */
  withheld: ReadonlyMap<number, readonly string[]>;
  /** False while more of the copy is read. */
  isComplete: boolean;
  /** First fault of the copy. */
  fault?: { code: string; message: string };
}

/** Records in the first part, which is shown while the rest is verified. */
const firstPart = 200;
const laterPart = 500;
/** Reports of a long read come at this multiple of the records reported before, because each makes open views read again. */
const growth = 2;

/**
 * Copy of one run, read from the home and verified: chain, decisions and values. Later reads continue where the last one ended. It
 * runs in a worker, because a long log takes seconds.
 */
export class HomeLogReader {
  readonly #key: string;
  readonly #onGrown: () => void;
  readonly #values = new Map<string, string>();
  readonly #verifier = new RunVerifier((sha256) => this.#values.get(sha256), { isCopy: true });
  readonly #records: RunRecord[] = [];
  #fault: HomeLog['fault'];
  #reading: Promise<void> = Promise.resolve();
  /** Read that waits for the one under way; later requests share it. */
  #queued: Promise<void> | undefined;
  #isComplete = false;
  /** Resolves the waits for a number of verified records. */
  #waits: { records: number; resolve: () => void }[] = [];
  /** True if a view was given an earlier state of the log. */
  #isOutdated = false;

  /**
   * @param key from `runKey`
   * @param onGrown called when a log has more than its views were given
   */
  constructor(key: string, onGrown: () => void) {
    this.#key = key;
    this.#onGrown = onGrown;
  }

  /**
   * Reads new records. Returns as soon as the first part and the wanted record are verified; the read then continues in the background.
   * @param wanted number of a record
   * @throws Problem
   */
  async read(wanted = 0): Promise<HomeLog> {
    this.#queued ??= this.#reading.then(
      () => this.#start(),
      () => this.#start(),
    );
    const reading = this.#queued;
    await Promise.race([reading, this.#waitFor(Math.max(firstPart, wanted + 1))]);
    // A failure of the rest concerns the next view.
    reading.catch(() => undefined);
    return {
      records: this.#records,
      head: this.#verifier.head,
      withheld: this.#verifier.withheld,
      isComplete: this.#isComplete,
      ...(this.#fault === undefined ? {} : { fault: this.#fault }),
    };
  }

  async #start(): Promise<void> {
    this.#reading = this.#queued ?? Promise.resolve();
    this.#queued = undefined;
    const before = this.#verifier.head.seq;
    let reported = before;
    const report = () => {
      reported = this.#verifier.head.seq;
      if (this.#isOutdated) this.#onGrown();
      this.#isOutdated = false;
    };
    try {
      for (let from: number | undefined = before; from !== undefined && this.#fault === undefined; ) {
        const next: number | undefined = await this.#readPart(from);
        // A home that repeats a part must not make this a loop without end.
        from = next !== undefined && next > from ? next : undefined;
        this.#isComplete = from === undefined || this.#fault !== undefined;
        if (from !== undefined && from >= Math.max(firstPart, reported) * growth) report();
        this.#endWaits();
      }
    } finally {
      // After a failure the copy stays incomplete, and its views read again only if this read got further.
      if (this.#verifier.head.seq > reported || this.#fault !== undefined) report();
    }
  }

  async #readPart(from: number): Promise<number | undefined> {
    const { params, query } = inputOf(this.#key);
    const limit = from === 0 ? firstPart : laterPart;
    const part: MirroredRecords = await read(runEndpoints.readRecords, {
      params,
      query: { ...query, from_seq: from, limit },
    });
    for (const { sha256, text } of part.values) this.#values.set(sha256, text);
    for (const { text } of part.records) this.#take(text);
    return part.next_seq;
  }

  #waitFor(records: number): Promise<void> {
    if (this.#records.length >= records) {
      this.#isOutdated = true;
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      this.#waits.push({ records, resolve });
    });
  }

  #endWaits(): void {
    const isDue = ({ records }: { records: number }) => this.#isComplete || this.#records.length >= records;
    for (const { resolve } of this.#waits.filter(isDue)) {
      this.#isOutdated = true;
      resolve();
    }
    this.#waits = this.#waits.filter((wait) => !isDue(wait));
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
