import type { LedgerPage, TrustAnswer } from '@agent-home/projection';
import {
  type CertifiedKind,
  type LedgerHead,
  type ObjectOfKind,
  objectKey,
  type TopicLedgerEntry,
  VerificationError,
} from '@agent-home/protocol';
import { checkAuthor, checkWords, type SignedWords } from './author-check.ts';
import { CardReader } from './card-reader.ts';
import { explainTurn } from './explain-turn.ts';
import { LedgerProof } from './ledger-proof.ts';
import { type ReadEntry, readEntry } from './read-entry.ts';
import type { Trust, TrustMemory } from './trust.ts';
import type { Alarm, Check, Checks, EntryProof } from './types.ts';
import { VerifiedReader } from './verified-reader.ts';
import type { Certified, FromWorker, TopicObjects, ToWorker } from './worker-messages.ts';

/** What the session reads from, and how it lets others have the thread. */
export interface Surroundings {
  readTrust(): Promise<TrustAnswer>;
  readLedger(topicId: string, after: number, limit: number): Promise<LedgerPage>;
  /** Undefined where there is none for the viewer. */
  readObject(objectKey: string): Promise<string | undefined>;
  now(): Date;
  post(message: FromWorker): void;
  /** Until messages that wait have been taken. */
  breathe(): Promise<void>;
}

const pageSize = 250;
/** Signatures that are on their way at a time. */
const batchSize = 50;
/** Entries followed before the thread is given up for a moment. */
const stepSize = 25;
/** More rows than a screen has. */
const rereadMax = 100;

type View = Extract<ToWorker, { type: 'refresh' }>['view'];

/** One topic, from the home's answers to proofs: everything is read, followed and verified here, a little at a time. */
export class TopicSession {
  readonly #topicId: string;
  readonly #around: Surroundings;
  readonly #seen: LedgerHead | undefined;
  readonly #reader: VerifiedReader;
  readonly #cards: CardReader;
  readonly #proof: LedgerProof;
  readonly #checks = new Map<number, Checks>();
  /** Whose certificate and author are still to be verified, in the order of the ledger. */
  readonly #unsigned = new Map<number, { read: ReadEntry; words: SignedWords }>();
  readonly #alarms = new Map<string, Alarm>();
  #onScreen: number[] = [];
  #published = 0;
  #certified = 0;
  #reading: Promise<void> | undefined;
  #wanted: View | undefined;
  #isSigning = false;

  constructor(open: Extract<ToWorker, { type: 'open' }>, around: Surroundings) {
    this.#topicId = open.topicId;
    this.#around = around;
    this.#seen = open.seen;
    this.#reader = new VerifiedReader({
      readTrust: () => around.readTrust(),
      memory: open.memory,
      now: () => around.now(),
      onTrust: (trust) => this.#tellTrust(trust, trust.memory),
    });
    this.#cards = new CardReader(this.#reader, (key) => around.readObject(key));
    this.#proof = new LedgerProof(open.topicId);
  }

  /** Reads what is new. Called while it reads, it looks once more afterwards: nothing is missed. */
  refresh(view: View): Promise<void> {
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
      } catch (error) {
        if (error instanceof VerificationError) this.#raise(alarmOf(error));
        else this.#around.post({ type: 'problem', code: codeOf(error) });
      }
    }
  }

  async #readOnce(view: View): Promise<void> {
    const known = this.#proof.sequence;
    const [{ state }] = await Promise.all([this.#readObjects(view), this.#readLedger()]);
    if (known > 0) await this.#rereadScreen();
    if (state && 'content' in state) this.#compareState(state);
    await this.#sign();
  }

  async #readLedger(): Promise<void> {
    let next = this.#page(this.#proof.sequence);
    for (;;) {
      const after = this.#proof.sequence;
      const page = await next;
      this.#published = Math.max(this.#published, page.published_sequence, after + page.entries.length);
      if (page.entries.length === 0) {
        if (page.published_sequence > after) this.#raise(this.#missing(after + 1));
        this.#tellProgress();
        return;
      }
      // On its way while this page is followed.
      next = this.#page(after + page.entries.length);
      next.catch(() => {});
      const read = page.entries.map((text, index) => readEntry(this.#topicId, after + 1 + index, text));
      this.#around.post({ type: 'entries', entries: read.map(({ view }) => view) });
      await this.#follow(read);
    }
  }

  /**
   * Entries change in one way: what was said is erased, and the entry certified anew. Words must not stay on a screen
   * that are gone everywhere else, so that what is shown is read again with whatever is new.
   */
  async #rereadScreen(): Promise<void> {
    const [first, last] = [Math.min(...this.#onScreen), Math.max(...this.#onScreen)];
    if (this.#onScreen.length === 0 || last > this.#proof.sequence) return;
    const count = Math.min(last - first + 1, rereadMax);
    const page = await this.#around.readLedger(this.#topicId, first - 1, count);
    for (const [index, text] of page.entries.entries()) {
      const read = readEntry(this.#topicId, first + index, text);
      const known = this.#proof.entryAt(read.sequence)?.cert.version ?? 0;
      if (read.entry && read.entry.cert.version > known) await this.#takeAgain(read, read.entry);
    }
  }

  async #takeAgain(read: ReadEntry, entry: TopicLedgerEntry): Promise<void> {
    const { sequence } = read;
    const before = this.#checks.get(sequence);
    if (!before) return;
    const again = this.#proof.takeAgain(entry);
    const waiting: Check = { state: 'waiting' };
    const checks: Checks = { ...before, ...again, certificate: waiting, author: waiting };
    this.#checks.set(sequence, checks);
    if (!this.#unsigned.has(sequence)) this.#certified -= 1;
    this.#unsigned.set(sequence, { read, words: await checkWords(entry) });
    this.#around.post({ type: 'entries', entries: [read.view] });
    this.#around.post({ type: 'proofs', proofs: [{ sequence, checks }] });
  }

  #page(after: number): Promise<LedgerPage> {
    return this.#around.readLedger(this.#topicId, after, pageSize);
  }

  /** Authors' signatures are verified ahead, natively and many at a time: the replay then finds them known. */
  async #follow(read: ReadEntry[]): Promise<void> {
    for (let start = 0; start < read.length; start += stepSize) {
      const step = read.slice(start, start + stepSize);
      const words = await Promise.all(step.map(({ entry }) => entry && checkWords(entry)));
      const proofs = step.map((entry, index): EntryProof => {
        const { sequence, stage, form, chain, replay } = this.#proof.take(entry);
        const waiting: Check = { state: entry.entry ? 'waiting' : 'not_possible' };
        const checks: Checks = {
          form,
          chain: this.#compareSeen(sequence, chain),
          replay,
          certificate: waiting,
          author: waiting,
        };
        this.#checks.set(sequence, checks);
        const said = words[index];
        if (said) this.#unsigned.set(sequence, { read: entry, words: said });
        return { sequence, checks, ...(stage ? { stage } : {}) };
      });
      this.#around.post({ type: 'proofs', proofs });
      this.#tellStanding();
      this.#tellProgress();
      await this.#around.breathe();
    }
    // What is on the screen does not wait for the end of a long ledger.
    await this.#signSome();
  }

  async #sign(): Promise<void> {
    if (this.#isSigning) return;
    this.#isSigning = true;
    try {
      while (this.#unsigned.size > 0 && this.#wanted === undefined) await this.#signSome();
    } finally {
      this.#isSigning = false;
    }
  }

  async #signSome(): Promise<void> {
    const first = this.#onScreen.flatMap((sequence) => this.#unsigned.get(sequence) ?? []);
    const batch = new Set(first.slice(0, batchSize));
    for (const entry of this.#unsigned.values()) {
      if (batch.size >= batchSize) break;
      batch.add(entry);
    }
    const proofs = await Promise.all([...batch].map((entry) => this.#signatures(entry)));
    this.#around.post({ type: 'proofs', proofs: proofs.flatMap((proof) => proof ?? []) });
    this.#tellProgress();
    await this.#around.breathe();
  }

  async #signatures({
    read,
    words,
  }: {
    read: ReadEntry;
    words: SignedWords;
  }): Promise<EntryProof | undefined> {
    const { sequence, text, view } = read;
    const checks = this.#checks.get(sequence);
    if (!checks) return undefined;
    const [certificate, { check, author }] = await Promise.all([
      this.#certificate(view.objectKey, text),
      checkAuthor(words, (agentId, wanted) => this.#cards.keysOf(agentId, wanted)),
    ]);
    const complete = { ...checks, certificate, author: check };
    this.#checks.set(sequence, complete);
    this.#unsigned.delete(sequence);
    this.#certified += 1;
    return { sequence, checks: complete, ...(author ? { author } : {}) };
  }

  async #certificate(key: string, text: string): Promise<Check> {
    try {
      await this.#reader.verify('topic_ledger_entry', key, text);
      return { state: 'holds' };
    } catch (error) {
      if (!(error instanceof VerificationError)) throw error;
      return { state: 'fails', code: error.code, detail: error.message };
    }
  }

  async #readObjects(view: View): Promise<TopicObjects> {
    const topic = { topic_id: this.#topicId };
    const [manifest, state, summary] = await Promise.all([
      this.#certifiedObject('topic_manifest', objectKey('topic_manifest', topic), view.manifest),
      view.state === undefined
        ? undefined
        : this.#certifiedObject('topic_state', objectKey('topic_state', topic), view.state),
      view.summary === undefined
        ? undefined
        : this.#certifiedObject('topic_summary', objectKey('topic_summary', topic), view.summary),
    ]);
    const objects = { manifest, ...(state ? { state } : {}), ...(summary ? { summary } : {}) };
    this.#around.post({ type: 'objects', objects });
    return objects;
  }

  async #certifiedObject<Kind extends CertifiedKind>(
    kind: Kind,
    key: string,
    text: string,
  ): Promise<Certified<ObjectOfKind<Kind>>> {
    try {
      const { object, version } = await this.#reader.verify(kind, key, text);
      const { cert } = object as { cert: { key_id: string; issued_at: string } };
      return { objectKey: key, version, content: object, keyId: cert.key_id, issuedAt: cert.issued_at };
    } catch (error) {
      if (!(error instanceof VerificationError)) throw error;
      return { objectKey: key, alarm: this.#raise(alarmOf(error)) };
    }
  }

  #compareState(state: Extract<TopicObjects['state'], { content: unknown }>): void {
    const { ledger } = state.content;
    if (ledger && ledger.sequence > this.#proof.sequence)
      this.#raise(this.#missing(this.#proof.sequence + 1));
    else this.#alarms.delete('truncated_ledger');
    const alarm = this.#proof.compareWith(state.content, state.objectKey);
    if (alarm) this.#raise(alarm);
  }

  /** What this browser saw at an earlier visit binds the home now. */
  #compareSeen(sequence: number, chain: Check): Check {
    if (this.#seen?.sequence !== sequence || this.#proof.hashAt(sequence) === this.#seen.hash) return chain;
    const detail = `another entry ${sequence} was shown to this browser before`;
    this.#raise({ code: 'history_changed', where: this.#keyOf(sequence), detail });
    return { state: 'fails', code: 'history_changed', detail };
  }

  #missing(sequence: number): Alarm {
    const detail = `the home says that there is an entry ${sequence}, and does not show it`;
    return { code: 'truncated_ledger', where: this.#keyOf(sequence), detail };
  }

  #keyOf(sequence: number): string {
    return objectKey('topic_ledger_entry', { topic_id: this.#topicId, sequence });
  }

  #raise(alarm: Alarm): Alarm {
    this.#alarms.set(alarm.code, alarm);
    this.#around.post({ type: 'alarms', alarms: [...this.#alarms.values()] });
    return alarm;
  }

  #tellStanding(): void {
    const standing = this.#proof.standingAt(this.#proof.replayed);
    const hash = this.#proof.hashAt(this.#proof.sequence);
    const head = hash === undefined ? undefined : { sequence: this.#proof.sequence, hash };
    if (standing) this.#around.post({ type: 'standing', standing, head });
  }

  #tellProgress(): void {
    const { sequence: read, replayed } = this.#proof;
    const progress = { published: this.#published, read, replayed, certified: this.#certified };
    this.#around.post({ type: 'progress', progress });
  }

  #tellTrust({ keys, fingerprint, isFirstUse, currentAt }: Trust, memory: TrustMemory): void {
    const listed = [...keys.keys.values()].map(({ key }) => ({
      keyId: key.key_id,
      validFrom: key.valid_from,
      validUntil: key.valid_until,
      ...(key.revoked ? { revoked: { reason: key.revoked.reason, at: key.revoked.at } } : {}),
    }));
    const { rootSet, issuer } = keys;
    const trust = { fingerprint, rootVersion: rootSet.version, issuer, isFirstUse, currentAt, keys: listed };
    this.#around.post({ type: 'trust', trust, memory });
  }
}

function alarmOf({ code, objectKey: where, message: detail }: VerificationError): Alarm {
  return { code, where, detail };
}

function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? code : 'no_connection';
}
