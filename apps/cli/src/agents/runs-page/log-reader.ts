import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { StoredLog } from '@agent-home/agent-runtime';
import {
  LogError,
  type LogHead,
  type RunOverview,
  type RunRecord,
  RunVerifier,
  runOverview,
} from '@agent-home/agent-runtime/run-log';
import { type FileRunStore, RunStoreError } from '@agent-home/runtime-node';
import { StateFolderError } from '@agent-home/runtime-node/state';

/** Records that are verified before other requests get their turn. */
const recordsAtOnce = 100;
/** Records that are shown while the rest is verified. */
const firstPart = 200;
/** Milliseconds that a view waits for the whole log, so that a short one is shown in one piece. */
const settleMs = 100;
/** The same for a log that was shown as a whole before and has grown. */
const resettleMs = 500;
/** Reports of a long verification come at this multiple of the records reported before, because each makes open views read again. */
const growth = 2;
/** Largest log with its attachments, in bytes of its files: lines and records take a few times as much memory. */
const largestRead = 256 * 1024 * 1024;

/** A log as far as it is verified. */
export interface ReadLog {
  records: readonly RunRecord[];
  /** Absent without a valid record. */
  overview?: RunOverview;
  head?: LogHead;
  tornBytes: number;
  /** False while the log is being verified. */
  isAuthentic: boolean;
  /** First fault of the log. */
  fault?: { code: string; message: string };
  /** Progress; absent once the whole log is verified. */
  verifying?: { verified: number; records: number };
}

/** Verified lines of a log and the records in them. */
class VerifiedLines {
  lines: readonly string[] = [];
  readonly records: RunRecord[] = [];
  readonly #verifier = new RunVerifier((sha256) => this.#find(sha256));
  readonly #runId: string;
  #value: StoredLog['value'] = () => undefined;
  /** Size of the attachments that were read. */
  #attached = 0;

  constructor(runId: string) {
    this.#runId = runId;
  }

  get head(): LogHead {
    return this.#verifier.head;
  }

  /** Sets the lines to verify. Returns false if they do not continue the verified ones. */
  extend({ lines, value }: Pick<StoredLog, 'lines' | 'value'>): boolean {
    const { length } = this.records;
    for (let index = 0; index < length; index++) if (lines[index] !== this.lines[index]) return false;
    this.lines = lines;
    this.#value = value;
    return true;
  }

  /** Verifies the next lines, a limited number of them. Returns false after the last one. @throws LogError */
  verifySome(): boolean {
    const first = this.records.length;
    for (const line of this.lines.slice(first, first + recordsAtOnce))
      this.records.push(this.#verifier.take(line));
    return this.records.length < this.lines.length;
  }

  #find(sha256: string): string | undefined {
    const text = this.#value(sha256);
    this.#attached += text?.length ?? 0;
    if (this.#attached > largestRead)
      throw new RunStoreError(
        'log_unreadable',
        `run ${this.#runId} is too large for a web page: use runs show`,
      );
    return text;
  }
}

/** Reads and verifies one log in the background. A log that has grown is verified from its first new record. */
export class LogReader {
  readonly #store: FileRunStore;
  readonly #runId: string;
  readonly #onGrown: () => void;
  /** State of the file that is being read, or was read last. */
  #latest: { mark: string; whole: Promise<ReadLog> } | undefined;
  #verified: VerifiedLines;
  #isVerifying = false;
  /** True if the log was verified as a whole at least once. */
  #wasWhole = false;
  #waits: { records: number; resolve: () => void }[] = [];
  /** True if a view was given less than the whole log. */
  #isOutdated = false;

  /** @param onGrown called when a log has more than its views were given */
  constructor(store: FileRunStore, runId: string, onGrown: () => void) {
    this.#store = store;
    this.#runId = runId;
    this.#onGrown = onGrown;
    this.#verified = new VerifiedLines(runId);
  }

  /**
   * Returns the whole log, verified. A log that cannot be read has its code as its fault.
   * @param mark of the log as it is now
   */
  whole(mark: string): Promise<ReadLog> {
    if (this.#latest?.mark === mark) return this.#latest.whole;
    const read = () => this.#read();
    const whole = (this.#latest?.whole ?? Promise.resolve()).then(read, read);
    this.#latest = { mark, whole };
    whole.catch(() => {
      if (this.#latest?.whole === whole) this.#latest = undefined;
    });
    return whole;
  }

  /**
   * Returns the log as soon as its first part and the wanted record are verified; verification then continues in the background.
   * @param wanted number of a record
   */
  async current(mark: string, wanted = 0): Promise<ReadLog> {
    const whole = this.whole(mark);
    const first = this.#waitFor(Math.max(firstPart, wanted + 1)).then(() =>
      delay(this.#wasWhole ? resettleMs : settleMs),
    );
    const found = (await Promise.race([whole, first])) ?? (this.#isVerifying ? undefined : await whole);
    if (found) return found;
    this.#isOutdated = true;
    const { head, lines } = this.#verified;
    const records = [...this.#verified.records];
    return {
      records,
      ...(records.length === 0 ? {} : { head }),
      tornBytes: 0,
      isAuthentic: false,
      verifying: { verified: records.length, records: lines.length },
    };
  }

  async #read(): Promise<ReadLog> {
    this.#isVerifying = true;
    try {
      const stored = await this.#store.read(this.#runId, { largest: largestRead });
      if (!this.#verified.extend(stored)) this.#restart(stored);
      return await this.#verify(stored);
    } catch (error) {
      if (!(error instanceof RunStoreError || error instanceof StateFolderError)) throw error;
      this.#verified = new VerifiedLines(this.#runId);
      const fault = { code: error.code, message: error.message };
      return { records: [], tornBytes: 0, isAuthentic: false, fault };
    } finally {
      this.#isVerifying = false;
      this.#endWaits();
      this.#report();
    }
  }

  /** Verifies from the first line: the file is another one, or what a faulty line left in the verifier must not count. */
  #restart(stored: StoredLog): void {
    this.#verified = new VerifiedLines(this.#runId);
    this.#verified.extend(stored);
  }

  async #verify({ tornBytes, isAuthentic }: StoredLog): Promise<ReadLog> {
    const verified = this.#verified;
    let reported = Math.max(firstPart, verified.records.length);
    let problem: LogError | undefined;
    try {
      while (verified.verifySome()) {
        if (verified.records.length >= reported * growth) {
          reported = verified.records.length;
          this.#report();
        }
        this.#endWaits();
        await nextTurn();
      }
    } catch (error) {
      if (!(error instanceof LogError)) throw error;
      problem = error;
    }
    const records = [...verified.records];
    const { head } = verified;
    if (problem) this.#verified = new VerifiedLines(this.#runId);
    this.#wasWhole = !problem;
    const overview = runOverview(records);
    await nextTurn();
    const fault = problem ?? verifyPlace(records, this.#runId);
    return {
      records,
      ...(overview === undefined ? {} : { overview }),
      ...(records.length === 0 ? {} : { head }),
      tornBytes,
      isAuthentic: isAuthentic(),
      ...(fault === undefined ? {} : { fault: { code: fault.code, message: fault.message } }),
    };
  }

  /** Calls back once for all views that have less than is verified now. */
  #report(): void {
    if (this.#isOutdated) this.#onGrown();
    this.#isOutdated = false;
  }

  #waitFor(records: number): Promise<void> {
    if (this.#verified.records.length >= records) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waits.push({ records, resolve });
    });
  }

  #endWaits(): void {
    const { length } = this.#verified.records;
    const isDue = ({ records }: { records: number }) => !this.#isVerifying || length >= records;
    for (const { resolve } of this.#waits.filter(isDue)) resolve();
    this.#waits = this.#waits.filter((wait) => !isDue(wait));
  }
}

/** No command finds a log in the folder of another run. */
function verifyPlace([first]: readonly RunRecord[], runId: string): LogError | undefined {
  if (!first || first.correlationId === runId) return undefined;
  return new LogError('wrong_run', 0, 'lies in the folder of another run');
}
