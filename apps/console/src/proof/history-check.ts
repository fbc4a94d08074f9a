import {
  contradiction,
  type LedgerHead,
  missingEntry,
  objectKey,
  type ReadingFinding,
} from '@agent-home/protocol';
import type { SignedWords } from './author-check.ts';
import type { LedgerProof } from './ledger-proof.ts';
import type { ReadEntry } from './read-entry.ts';
import type { TopicReport } from './topic-report.ts';
import type { Check } from './types.ts';
import type { TopicObjects } from './worker-messages.ts';

/**
 * Checks that the displayed history equals the one shown to others: to this browser before, and to authors of
 * messages.
 */
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

  /** The history seen at an earlier visit binds the home. */
  compareSeen(sequence: number, chain: Check): Check {
    const hash = this.#proof.hashAt(sequence);
    const finding = contradiction({ sequence, hash }, { seen: this.#seen });
    return finding ? this.#alarm(finding) : chain;
  }

  /** An accepted input whose author had read a different history fails its check and raises an alarm for the topic. */
  compareWords({ entry }: ReadEntry, said: SignedWords): SignedWords {
    const finding = entry && this.#proof.contradictionIn(entry);
    return finding ? { ...said, check: this.#alarm(finding) } : said;
  }

  /** Compares the read entries with the certified objects, and their end with every number reported for it. */
  compareObjects({ state, summary }: TopicObjects, published: number): void {
    const content = state && 'content' in state ? state.content : undefined;
    const given = [published, content?.ledger?.sequence, this.#seen?.sequence];
    const missing = missingEntry(this.#proof.sequence, given);
    if (missing) this.#alarm(missing);
    else this.#report.clear('truncated_ledger');
    const others = [
      content && state && this.#proof.compareWith(content, state.objectKey),
      summary && 'content' in summary
        ? this.#proof.compareWith({ ledger: summary.content.ledger }, summary.objectKey)
        : undefined,
    ];
    for (const alarm of others) if (alarm) this.#report.raise(alarm);
  }

  #alarm({ code, sequence, detail }: ReadingFinding): Check {
    const where = objectKey('topic_ledger_entry', { topic_id: this.#topicId, sequence });
    this.#report.raise({ code, where, detail });
    return { state: 'fails', code, detail };
  }
}
