import type { PersonsWord } from './question.ts';

/** Summary of a run for lists, from its first records. */
export interface RunSummary {
  runId: string;
  sessionId: string;
  agent: string;
  /** Run that delegated this one; absent for a run that a message started. */
  parent?: string;
  /** True if other agents may have worked in the run as well. */
  hasOthers: boolean;
  /** RFC 3339. */
  startedAt: string;
  /** `open` while there is no `run.ended`. */
  status: 'open' | 'answered' | 'failed' | 'cancelled';
  code?: string;
  /** Input that an open run waits for, by its last record. */
  waiting?: 'approval' | 'settlement' | 'resumption';
}

/** Log of a run in its store. */
export interface StoredLog {
  /** Whole lines, without their breaks. */
  lines: string[];
  /** Number of bytes of an incomplete last line, which the writer cuts off. */
  tornBytes: number;
  value(sha256: string): string | undefined;
  /** Returns true if this machine wrote every line. Otherwise the log is never acted upon (ADR 0040). */
  isAuthentic(): boolean;
}

/** Single writer of a run. */
export interface RunWriter {
  /** Bytes of a torn last line that were cut off when this writer got the run. */
  readonly tornBytes: number;
  /** Appends lines in one write. Attachments are written first and synced with them. */
  append(lines: readonly string[], beside: ReadonlyMap<string, string>): Promise<void>;
  /** Flushes to disk: appended lines survive a power loss afterwards. */
  sync(): Promise<void>;
  /**
   * Returns requests of other processes, such as a cancellation, oldest first. Requests of the previous call
   * are done by then; those that a dead process had read are returned again.
   */
  consumeRequests(): Promise<RunRequest[]>;
  close(): Promise<void>;
}

/** Request to the writer of a run. Its time is that of its arrival. */
export type RunRequest = { kind: 'cancel'; reason: string } | ({ kind: 'answer' } & PersonsWord);

export interface RunStore {
  /** @throws RunStoreError `run_exists` */
  create(runId: string): Promise<RunWriter>;
  /**
   * Makes the caller the only writer of a run and cuts off a torn last line.
   * @throws RunStoreError `no_such_run`, `run_is_written`, `log_not_authentic`
   */
  lock(runId: string): Promise<RunWriter>;
  /** @throws RunStoreError `no_such_run` */
  read(runId: string): Promise<StoredLog>;
  /** Newest first. */
  list(filter?: { agent?: string; sessionId?: string }): Promise<RunSummary[]>;
  /** Leaves a request for the writer of the run. @throws RunStoreError `no_such_run`, `log_not_authentic` */
  request(runId: string, request: RunRequest): Promise<void>;
}
