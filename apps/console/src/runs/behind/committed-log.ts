import { type JudgedDecisions, judgeDecisions } from '@agent-home/agent-runtime/replay';
import {
  DisclosureError,
  type DisclosureErrorCode,
  LogError,
  type LogErrorCode,
  type RunRecord,
  RunVerifier,
  requireCommitment,
} from '@agent-home/agent-runtime/run-log';
import type { CommittedMessage } from './message-commitment.ts';

/** Reason why a log is not the one behind a message. */
export interface LogRefusal {
  code: DisclosureErrorCode | LogErrorCode | 'file_too_large' | 'file_unreadable' | 'texts_erased';
  /** Finding in English, for diagnosis. */
  detail: string;
}

/** Records that a message commits to. */
export interface CommittedRecords {
  records: RunRecord[];
  /** Number of records after the committed one. */
  later: number;
  judged: JudgedDecisions;
}

/** Record whose copy lacks values. Only their commitments were verified. */
export interface WithheldRecord {
  seq: number;
  /** Paths of the members. */
  members: readonly string[];
}

/**
 * Log that a message is checked against, record by record: chain, data, the decision before each call, and the commitment. Records
 * after the committed one are verified but not returned, because the message does not cover them.
 */
export class CommittedLog {
  readonly #message: CommittedMessage;
  readonly #verifier: RunVerifier;
  readonly #records: RunRecord[] = [];
  readonly #lines: string[] = [];
  readonly #value: (sha256: string) => string | undefined;
  #first: RunRecord | undefined;

  /**
   * @param value returns the text that a record refers to, by its SHA-256
   * @param options `isCopy`: true for the copy in a home, which lacks output that no guardrail has passed
   */
  constructor(
    message: CommittedMessage,
    value: (sha256: string) => string | undefined,
    options: { isCopy?: boolean } = {},
  ) {
    this.#message = message;
    this.#value = value;
    this.#verifier = new RunVerifier(value, options);
  }

  /** True if the records so far include the one that the message commits to. */
  get isComplete(): boolean {
    return this.#verifier.head.seq > this.#message.seq;
  }

  /** Records that lack values, as in a copy, in their order. */
  get withheld(): WithheldRecord[] {
    return [...this.#verifier.withheld].map(([seq, members]) => ({ seq, members }));
  }

  /** @throws LogError */
  take(line: string): void {
    const record = this.#verifier.take(line);
    this.#first ??= record;
    if (record.seq > this.#message.seq) return;
    this.#records.push(record);
    this.#lines.push(line);
  }

  /** Returns the records that the message commits to, with their decisions judged again. @throws DisclosureError `other_run`, `log_too_short`, `other_log` */
  finish(): CommittedRecords {
    const { runId, agentId } = this.#author();
    requireCommitment(this.#message, { runId, agentId, hashes: this.#verifier.hashes });
    return {
      records: this.#records,
      later: this.#verifier.head.seq - this.#records.length,
      judged: judgeDecisions(this.#lines, this.#value),
    };
  }

  #author(): { runId: string; agentId: string | undefined } {
    const { run_id: runId, identity } = this.#first?.data ?? {};
    const agentId: unknown =
      typeof identity === 'object' && identity !== null ? Reflect.get(identity, 'agent_id') : undefined;
    return {
      runId: typeof runId === 'string' ? runId : '',
      agentId: typeof agentId === 'string' ? agentId : undefined,
    };
  }
}

/** Returns the refusal of a log, for an error that names one. @throws any other error */
export function toRefusal(error: unknown): LogRefusal {
  if (!(error instanceof LogError || error instanceof DisclosureError)) throw error;
  return { code: error.code, detail: error.message };
}
