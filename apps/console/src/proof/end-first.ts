import { checkWords } from './author-check.ts';
import type { EntryChecks } from './entry-checks.ts';
import { newestLines, slicesBefore } from './from-the-end.ts';
import type { HistoryCheck } from './history-check.ts';
import { certifiedStanding, type LedgerProof, nothingToCheck, toForm } from './ledger-proof.ts';
import type { LedgerSource } from './ledger-source.ts';
import type { PageReader } from './page-reader.ts';
import { type ReadEntry, readEntry } from './read-entry.ts';
import type { SignatureChecks } from './signature-checks.ts';
import type { TopicReport } from './topic-report.ts';
import type { EntryProof } from './types.ts';
import type { FromWorker, TopicObjects } from './worker-messages.ts';

/** Parts of a session used to read a long ledger. */
interface Parts {
  topicId: string;
  reader: PageReader;
  source: LedgerSource;
  signatures: SignatureChecks;
  checks: EntryChecks;
  proof: LedgerProof;
  history: HistoryCheck;
  report: TopicReport;
  reached: { published: number; newest: number };
  post(message: FromWorker): void;
  breathe(): Promise<void>;
  /** True if entries were published meanwhile. */
  isNewsWanted(): boolean;
  signSome(): Promise<void>;
  reportProgress(): void;
}

/** Number of entries read at once: two screens of a live topic after a short disconnection. */
const pageSize = 250;
/** Number of entries processed before the thread is yielded for a moment. */
const stepSize = 25;

/**
 * Shows a long ledger from its end at once. Signatures are verified from the end to the start. The chain and the mode's verdicts
 * depend on earlier entries, so they are verified from the start once all entries are loaded.
 */
export class EndFirst {
  readonly #parts: Parts;
  /** Entries read but not yet judged. */
  readonly #ahead = new Map<number, ReadEntry>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get waiting(): number {
    return this.#ahead.size;
  }

  async read(end: number, objects: Promise<TopicObjects>): Promise<void> {
    const { source } = this.#parts;
    const [oldest] = await this.#readAfter(end - newestLines);
    if (!oldest) return;
    await this.#tellStanding(await objects);
    for await (const slice of slicesBefore(oldest.sequence, oldest.view.previous, source)) {
      await this.#take(slice);
      await this.#readNewer();
    }
    await this.#follow();
  }

  async #readAfter(after: number): Promise<ReadEntry[]> {
    const { source, topicId, reached } = this.#parts;
    const { entries, published_sequence: published } = await source.page(after, pageSize);
    reached.published = Math.max(reached.published, published);
    const read = entries.map((text, index) => readEntry(topicId, after + 1 + index, text));
    await this.#take(read);
    return read;
  }

  /** Messages that arrive while a long ledger is verified are shown at once. */
  async #readNewer(): Promise<void> {
    if (this.#parts.isNewsWanted()) await this.#readAfter(this.#parts.reached.newest);
  }

  /** Reports entries before their predecessors are known, and runs the checks that need no predecessor. */
  async #take(read: ReadEntry[]): Promise<void> {
    const { reached, signatures, checks, topicId, signSome, post, reportProgress } = this.#parts;
    if (read.length === 0) return;
    for (const one of read) this.#ahead.set(one.sequence, one);
    reached.newest = Math.max(reached.newest, ...read.map(({ sequence }) => sequence));
    post({ type: 'entries', entries: read.map(({ view }) => view) });
    reportProgress();
    const words = await Promise.all(read.map(({ entry }) => entry && checkWords(entry)));
    for (const [index, one] of read.entries()) {
      const said = words[index];
      if (said) signatures.add(one, said);
      const form = toForm(one, topicId);
      checks.add(one.sequence, one.entry ? { form } : { form, ...nothingToCheck });
    }
    while (signatures.areWaiting) await signSome();
  }

  /** Verifies all entries read so far from the first one on: the hash chain and the mode's verdicts. */
  async #follow(): Promise<void> {
    const { proof, report, post, breathe, reportProgress } = this.#parts;
    for (let step = this.#nextStep(); step.length > 0; step = this.#nextStep()) {
      post({ type: 'proofs', proofs: step.map((read) => this.#judge(read)) });
      reportProgress();
      await breathe();
      await this.#readNewer();
    }
    report.standing(proof);
  }

  #nextStep(): ReadEntry[] {
    const first = this.#parts.proof.sequence + 1;
    return Array.from({ length: stepSize }, (_, index) => this.#ahead.get(first + index)).filter(
      (read, index): read is ReadEntry => read?.sequence === first + index,
    );
  }

  #judge(read: ReadEntry): EntryProof {
    const { proof, history, checks } = this.#parts;
    const { sequence, stage, ...found } = proof.take(read);
    this.#ahead.delete(sequence);
    const { check } = history.compareWords(read, {});
    const chain = history.compareSeen(sequence, found.chain);
    const all = checks.add(sequence, { ...found, chain, ...(check ? { author: check } : {}) });
    return { sequence, checks: all, ...(stage ? { stage } : {}) };
  }

  /** Shows the certified state of the topic until the replay has reached it. */
  async #tellStanding({ state }: TopicObjects): Promise<void> {
    const { source, topicId, reader, post } = this.#parts;
    if (!state || !('content' in state)) return;
    const [text] = (await source.page(0, 1)).entries;
    const read = text && readEntry(topicId, 1, text);
    if (!read?.entry) return;
    await reader.verify('topic_ledger_entry', read.view.objectKey, read.text);
    const standing = certifiedStanding(read.entry, state.content);
    if (standing) post({ type: 'standing', standing, head: undefined });
  }
}
