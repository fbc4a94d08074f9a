import type { TrustAnswer } from '@agent-home/http-contract';
import type { TopicLedgerEntry } from '@agent-home/protocol';
import { checkWords } from './author-check.ts';
import { CardReader } from './card-reader.ts';
import { EndFirst } from './end-first.ts';
import { EntryChecks } from './entry-checks.ts';
import { explainTurn } from './explain-turn.ts';
import { findEnd, longLedger } from './from-the-end.ts';
import { HistoryCheck } from './history-check.ts';
import { LedgerProof } from './ledger-proof.ts';
import { type LedgerAnswers, LedgerSource } from './ledger-source.ts';
import { PageReader } from './page-reader.ts';
import { type ReadEntry, readEntry } from './read-entry.ts';
import { SignatureChecks } from './signature-checks.ts';
import { type TopicTexts, verifyTopicObjects } from './topic-objects.ts';
import { TopicReport } from './topic-report.ts';
import type { Alarm, Check, EntryProof } from './types.ts';
import type { FromWorker, TopicObjects, ToWorker } from './worker-messages.ts';

/** Sources of the session, and its way to yield the thread. */
interface ProofSurroundings extends LedgerAnswers {
  readTrust(): Promise<TrustAnswer>;
  now(): Date;
  post(message: FromWorker): void;
  /** Resolves once waiting messages have been handled. */
  breathe(): Promise<void>;
}

const pageSize = 250;
/** Number of entries processed before the thread is yielded for a moment. */
const stepSize = 25;
/** Limit that exceeds the rows of a screen. */
const rereadMax = 100;

/** Verifies one topic, from the home's responses to proofs: reads, follows and checks all of it, a little at a time. */
export class ProofSession {
  readonly #topicId: string;
  readonly #around: ProofSurroundings;
  readonly #reader: PageReader;
  readonly #signatures: SignatureChecks;
  readonly #report: TopicReport;
  readonly #proof: LedgerProof;
  readonly #history: HistoryCheck;
  readonly #source: LedgerSource;
  readonly #checks = new EntryChecks();
  readonly #endFirst: EndFirst;
  #onScreen: number[] = [];
  /** Numbers of the newest published entry and of the newest read entry. */
  readonly #reached = { published: 0, newest: 0 };
  #reading: Promise<void> | undefined;
  #wanted: TopicTexts | undefined;
  #isSigning = false;
  /** Hash of the key list that the cards were verified under. */
  #keyList: string | undefined;

  constructor(open: Extract<ToWorker, { type: 'open' }>, around: ProofSurroundings) {
    this.#topicId = open.topicId;
    this.#around = around;
    this.#report = new TopicReport((message) => around.post(message));
    this.#reader = new PageReader({
      readTrust: () => around.readTrust(),
      memory: open.memory,
      now: () => around.now(),
      onTrust: (trust) => {
        if (trust.keys.sha256 !== this.#keyList) cards.clear();
        this.#keyList = trust.keys.sha256;
        this.#report.trust(trust, trust.memory);
      },
    });
    const cards = new CardReader(this.#reader, (key) => around.readObject(key));
    this.#signatures = new SignatureChecks(this.#reader, cards);
    this.#source = new LedgerSource(open.topicId, around, this.#reader);
    this.#proof = new LedgerProof(open.topicId);
    this.#history = new HistoryCheck(open.topicId, open.seen, this.#proof, this.#report);
    this.#endFirst = new EndFirst({
      topicId: open.topicId,
      reader: this.#reader,
      source: this.#source,
      signatures: this.#signatures,
      checks: this.#checks,
      proof: this.#proof,
      history: this.#history,
      report: this.#report,
      reached: this.#reached,
      post: (message) => around.post(message),
      breathe: () => around.breathe(),
      isNewsWanted: () => this.#wanted !== undefined,
      signSome: () => this.#signSome(),
      reportProgress: () => this.#reportProgress(),
    });
  }

  /** Reads new entries. A call during a read triggers one more read afterwards, so that no entry is missed. */
  refresh(view: TopicTexts): Promise<void> {
    this.#wanted = view;
    this.#reading ??= this.#readWhileWanted().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  look(sequences: number[]): void {
    this.#onScreen = sequences;
  }

  explain({ id, sequence, sealedSequence }: Extract<ToWorker, { type: 'explain' }>): void {
    const explanation = explainTurn(this.#proof, sequence, sealedSequence);
    this.#around.post({ type: 'answer', id, ...(explanation ? { explanation } : {}) });
  }

  standing({ id, sequence }: Extract<ToWorker, { type: 'standing' }>): void {
    const standing = this.#proof.standingAt(sequence);
    this.#around.post({ type: 'answer', id, ...(standing ? { standing } : {}) });
  }

  async #readWhileWanted(): Promise<void> {
    for (let view = this.#wanted; view; view = this.#wanted) {
      this.#wanted = undefined;
      try {
        await this.#readOnce(view);
        this.#report.success();
      } catch (error) {
        this.#report.failure(error);
      }
    }
  }

  async #readOnce(view: TopicTexts): Promise<void> {
    const known = this.#proof.sequence;
    const reading = this.#readObjects(view);
    const end = findEnd(view.state);
    if (known === 0 && end > longLedger) await this.#endFirst.read(end, reading);
    const [objects] = await Promise.all([reading, this.#readLedger()]);
    const { manifest } = objects;
    if (known > 0) await this.#rereadScreen();
    this.#history.compareObjects(objects, this.#reached.published);
    await this.#sign();
    const isPublic = 'content' in manifest && manifest.content.visibility === 'public';
    if (isPublic && this.#report.isSound && this.#wanted === undefined) await this.#source.keep();
  }

  async #readLedger(): Promise<void> {
    let next = this.#source.page(this.#proof.sequence, pageSize);
    for (;;) {
      const after = this.#proof.sequence;
      const page = await next;
      const end = after + page.entries.length;
      this.#reached.published = Math.max(this.#reached.published, page.published_sequence, end);
      if (page.entries.length === 0) {
        this.#reportProgress();
        return;
      }
      // Prefetches the next page while this one is verified.
      next = this.#source.page(after + page.entries.length, pageSize);
      next.catch(() => {});
      const read = page.entries.map((text, index) => readEntry(this.#topicId, after + 1 + index, text));
      this.#around.post({ type: 'entries', entries: read.map(({ view }) => view) });
      await this.#follow(read);
    }
  }

  /**
   * Entries change in one way: text is erased, and the entry re-certified. Erased text must not stay on the
   * screen, so visible entries are read again together with new ones.
   */
  async #rereadScreen(): Promise<void> {
    const [first, last] = [Math.min(...this.#onScreen), Math.max(...this.#onScreen)];
    if (this.#onScreen.length === 0 || last > this.#proof.sequence) return;
    const count = Math.min(last - first + 1, rereadMax);
    const page = await this.#source.page(first - 1, count);
    for (const [index, text] of page.entries.entries()) {
      const read = readEntry(this.#topicId, first + index, text);
      const known = this.#proof.entryAt(read.sequence)?.cert.version ?? 0;
      if (read.entry && read.entry.cert.version > known) await this.#takeAgain(read, read.entry);
    }
  }

  async #takeAgain(read: ReadEntry, entry: TopicLedgerEntry): Promise<void> {
    const { sequence } = read;
    if (!this.#checks.at(sequence)) return;
    // The browser's cache must not bring back its text.
    await this.#source.forget();
    const again = this.#proof.takeAgain(entry);
    const waiting: Check = { state: 'waiting' };
    const checks = this.#checks.add(sequence, { ...again, certificate: waiting, author: waiting });
    this.#signatures.add(read, this.#history.compareWords(read, await checkWords(entry)));
    this.#around.post({ type: 'entries', entries: [read.view] });
    this.#around.post({ type: 'proofs', proofs: [{ sequence, checks }] });
  }

  /** Verifies authors' signatures in advance, natively and many at a time, so that the replay finds them verified. */
  async #follow(read: ReadEntry[]): Promise<void> {
    for (let start = 0; start < read.length; start += stepSize) {
      const step = read.slice(start, start + stepSize);
      const words = await Promise.all(step.map(({ entry }) => entry && checkWords(entry)));
      const proofs = step.map((entry, index): EntryProof => {
        const { sequence, stage, form, chain, replay } = this.#proof.take(entry);
        const waiting: Check = { state: entry.entry ? 'waiting' : 'not_possible' };
        const checks = this.#checks.add(sequence, {
          form,
          chain: this.#history.compareSeen(sequence, chain),
          replay,
          certificate: waiting,
          author: waiting,
        });
        this.#reached.newest = Math.max(this.#reached.newest, sequence);
        const said = words[index];
        if (said) this.#signatures.add(entry, this.#history.compareWords(entry, said));
        return { sequence, checks, ...(stage ? { stage } : {}) };
      });
      this.#around.post({ type: 'proofs', proofs });
      this.#report.standing(this.#proof);
      this.#reportProgress();
      await this.#around.breathe();
    }
    // Visible entries do not wait for the end of a long ledger.
    await this.#signSome();
  }

  async #sign(): Promise<void> {
    if (this.#isSigning) return;
    this.#isSigning = true;
    try {
      while (this.#signatures.areWaiting && this.#wanted === undefined) await this.#signSome();
    } finally {
      this.#isSigning = false;
    }
  }

  async #signSome(): Promise<void> {
    const found = await this.#signatures.next(this.#onScreen);
    const proofs = found.flatMap(({ sequence, certificate, authorship, author }): EntryProof[] => {
      if (!this.#checks.at(sequence)) return [];
      const checks = this.#checks.add(sequence, { certificate, author: authorship });
      return [{ sequence, checks, ...(author ? { author } : {}) }];
    });
    this.#around.post({ type: 'proofs', proofs });
    this.#reportProgress();
    await this.#around.breathe();
  }

  async #readObjects(view: TopicTexts): Promise<TopicObjects> {
    const raise = (alarm: Alarm) => this.#report.raise(alarm);
    const objects = await verifyTopicObjects(this.#topicId, view, this.#reader, raise);
    this.#around.post({ type: 'objects', objects });
    return objects;
  }

  #reportProgress(): void {
    this.#report.progress({
      ...this.#reached,
      read: this.#proof.sequence + this.#endFirst.waiting,
      replayed: this.#proof.replayed,
      certified: this.#signatures.done,
      settled: this.#checks.settled,
    });
  }
}
