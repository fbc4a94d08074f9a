import { type LedgerHead, objectKey } from '@agent-home/protocol';
import type { SignedWords } from './author-check.ts';
import type { LedgerProof } from './ledger-proof.ts';
import type { ReadEntry } from './read-entry.ts';
import type { TopicReport } from './topic-report.ts';
import type { Check } from './types.ts';
import type { TopicObjects } from './worker-messages.ts';

/** Whether the history that is shown is the one that others were shown: this browser before, and authors of lines. */
export class HistoryCheck {
  readonly #topicId: string;
  readonly #seen: LedgerHead | undefined;
  readonly #proof: LedgerProof;
  readonly #report: TopicReport;

  constructor(topicId: string, seen: LedgerHead | undefined, proof: LedgerProof, report: TopicReport) {
    this.#topicId = topicId;
    this.#seen = seen;
    this.#proof = proof;
    this.#report = report;
  }

  /** What this browser saw at an earlier visit binds the home now. */
  compareSeen(sequence: number, chain: Check): Check {
    if (this.#seen?.sequence !== sequence || this.#proof.hashAt(sequence) === this.#seen.hash) return chain;
    const detail = `another entry ${sequence} was shown to this browser before`;
    return this.#alarm('history_changed', sequence, detail);
  }

  /** An accepted input whose author had read another history is no line like the others, and an alarm for the topic. */
  compareWords({ entry }: ReadEntry, said: SignedWords): SignedWords {
    const detail = entry && this.#proof.contradictionIn(entry);
    return detail ? { ...said, check: this.#alarm('forked_history', entry.sequence, detail) } : said;
  }

  /** What the certified state says the entries have led to. */
  compareState({ content, objectKey: stateKey }: Extract<TopicObjects['state'], { content: unknown }>): void {
    const { sequence } = this.#proof;
    if (content.ledger && content.ledger.sequence > sequence) this.missing(sequence + 1);
    else this.#report.clear('truncated_ledger');
    const alarm = this.#proof.compareWith(content, stateKey);
    if (alarm) this.#report.raise(alarm);
  }

  /** Of this entry the home says that it is there, and does not show it. */
  missing(sequence: number): void {
    const detail = `the home says that there is an entry ${sequence}, and does not show it`;
    this.#alarm('truncated_ledger', sequence, detail);
  }

  #alarm(code: string, sequence: number, detail: string): Check {
    const where = objectKey('topic_ledger_entry', { topic_id: this.#topicId, sequence });
    this.#report.raise({ code, where, detail });
    return { state: 'fails', code, detail };
  }
}
