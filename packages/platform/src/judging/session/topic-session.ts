import {
  type AnyMode,
  type AuthorFacts,
  decide,
  type FactRequest,
  type Facts,
  factsWanted,
  type Judgement,
  type ModeContext,
  type OpenedInput,
  type Owed,
  openInput,
  type Place,
  type RawInput,
  type Records,
  randomValue,
} from '@agent-home/modes';
import {
  asJson,
  canonicalJson,
  canonicalJsonBytes,
  type JsonObject,
  type LedgerHead,
  namesEntry,
  objectKey,
} from '@agent-home/protocol';
import { and, eq } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import { allSettledInTransaction } from '../../foundation/concurrency/all-settled-in-transaction.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { answerAtOnce } from '../definition/answer-at-once.ts';
import { type PreparedFacts, placeholderFor } from '../facts/answer-facts.ts';
import { hashOfText } from '../facts/handed-in-fact.ts';
import { withAcceptedSince } from '../facts/proposal-fact.ts';
import { findSealed, forgetSealed, keepSealed, type SealedRow } from '../inputs/sealed-inputs.ts';
import { LedgerWriter, type SignObjects } from './ledger-writer.ts';
import { findRecords, saveRecords } from './topic-records.ts';

export type TopicRow = typeof tables.topics.$inferSelect;

/** A judgement with its place in the ledger, its object and its author. */
export interface Judged extends Judgement {
  sequence: number;
  /** Absent if the input is the platform's own. */
  objectKey?: string;
  agentId?: string;
}

/** Limit of reveals in one pass: a faulty mode that requests more would hold the topic's lock forever. */
const owedMax = 2_000;

/**
 * One pass of judging over a topic, under its row lock. It judges inputs in order, responds to the mode's requests, and inserts due
 * reveals. No data is written before `write`.
 */
export class TopicSession {
  readonly topic: TopicRow;
  readonly mode: AnyMode;
  readonly writer: LedgerWriter;
  readonly now: Date;
  readonly judged: Judged[] = [];
  readonly #executor: Executor;
  readonly #prepared: PreparedFacts;
  readonly #randomBytes: Platform['randomBytes'];
  readonly #records = new Map<string, JsonObject>();
  readonly #sealed = new Map<string, SealedRow>();
  readonly #revealed: string[] = [];
  readonly #missing: FactRequest[] = [];

  constructor(
    platform: Pick<Platform, 'randomBytes' | 'now'>,
    executor: Executor,
    topic: TopicRow,
    mode: AnyMode,
    prepared: PreparedFacts = new Map(),
  ) {
    this.topic = topic;
    this.mode = mode;
    this.writer = LedgerWriter.resume(platform, mode, topic);
    // A topic's time never runs backwards, even if the machine's clock was set back.
    this.now = new Date(Math.max(platform.now().getTime(), topic.updatedAt.getTime()));
    this.#executor = executor;
    this.#prepared = prepared;
    this.#randomBytes = platform.randomBytes;
  }

  /** Judges an input, and the reveals that are due because of it. The result counts only if no facts are `missing`. */
  async judge(raw: RawInput, author?: AuthorFacts, writtenAt?: Date): Promise<Judged> {
    const first = await this.#judgeOne(raw, author, writtenAt);
    let owed = this.#owed();
    for (let count = 0; owed && count < owedMax; count++) {
      await this.#settle(owed);
      owed = this.#owed();
    }
    return first;
  }

  /**
   * Unanswered questions of the mode; with any of them the session does not count. All are collected, since a long batch is judged
   * again after every round of answers.
   */
  get missing(): readonly FactRequest[] {
    return this.#missing;
  }

  async write(sign?: SignObjects): Promise<void> {
    const { topicId } = this.topic;
    await allSettledInTransaction([
      this.writer.write(this.#executor, sign),
      saveRecords(this.#executor, topicId, this.#records),
      keepSealed(this.#executor, topicId, [...this.#sealed.values()]),
      forgetSealed(this.#executor, topicId, this.#revealed),
    ]);
  }

  async #judgeOne(raw: RawInput, author: AuthorFacts | undefined, writtenAt?: Date): Promise<Judged> {
    const { mode, writer } = this;
    const given: ModeContext = {
      now: this.now.toISOString(),
      ...(writtenAt ? { written_at: writtenAt.toISOString() } : {}),
      ...(author ? { author } : {}),
    };
    const { opened, known } = await this.#open(raw, given);
    const context = await this.#withFacts(opened, known);
    const judgement = decide(mode, writer.terms, writer.state, opened, context);
    const { sequence, salt, commitment } = writer.append(raw, context, judgement);
    for (const [key, value] of Object.entries(judgement.records ?? {})) this.#records.set(key, value);
    const place = 'object_key' in raw ? { objectKey: raw.object_key } : {};
    const judged = { ...judgement, sequence, ...place, ...(author ? { agentId: author.agent_id } : {}) };
    this.judged.push(judged);
    const isKept = judgement.sealed && judgement.verdict.outcome !== 'rejected';
    if (isKept && 'bytes' in raw && 'object_key' in raw && commitment && author) {
      this.#sealed.set(raw.object_key, {
        objectKey: raw.object_key,
        inputType: raw.type,
        sequence,
        commitment,
        salt,
        text: new TextDecoder().decode(raw.bytes),
        author,
      });
    }
    return judged;
  }

  /** Opens an input, and compares its author's claim of read entries with this topic's own ledger. */
  async #open(raw: RawInput, given: ModeContext): Promise<{ opened: OpenedInput; known: ModeContext }> {
    const { mode, writer } = this;
    const opened = openInput(mode, writer.terms, writer.state, raw, given);
    const seen = 'input' in opened ? opened.seen : undefined;
    const chain = await contradicted(this.#executor, writer, seen);
    if (!chain) return { opened, known: given };
    const known = { ...given, chain };
    return { opened: openInput(mode, writer.terms, writer.state, raw, known), known };
  }

  async #withFacts(opened: OpenedInput, given: ModeContext): Promise<ModeContext> {
    const { mode, writer } = this;
    let context = given;
    for (let round = 0; round < 3; round++) {
      const wanted = factsWanted(mode, writer.terms, writer.state, opened, context);
      if (wanted.length === 0) return context;
      for (const request of wanted) {
        const answered = await this.#answer(request, context);
        if (!answered) this.#missing.push(request);
        context = answered ?? { ...context, facts: { ...context.facts, ...placeholderFor(request) } };
      }
    }
    return context;
  }

  async #answer(request: FactRequest, context: ModeContext): Promise<ModeContext | undefined> {
    if (request.fact === 'records') {
      const records = { ...context.records, ...(await this.#recall(request.keys)) };
      return { ...context, records };
    }
    if (request.fact === 'random') {
      const value = randomValue(this.topic.randomSecret ?? '', this.writer.head.sequence + 1);
      return { ...context, facts: { ...context.facts, random: { value } } };
    }
    const facts = answerAtOnce(request) ?? this.#preparedFor(request);
    return facts && { ...context, facts: { ...context.facts, ...facts } };
  }

  #preparedFor(request: FactRequest): Facts | undefined {
    const facts = this.#prepared.get(canonicalJson(asJson(request)));
    if (request.fact === 'handed_in') {
      // An input accepted in this session is not in the database yet.
      const text = this.writer.acceptedText(request.object_key);
      return text === undefined ? facts : { handed_in: { sha256: hashOfText(text) } };
    }
    if (request.fact !== 'proposal' || !facts?.proposal) return facts;
    return { proposal: withAcceptedSince(facts.proposal, request, this.judged, this.#randomBytes) };
  }

  /** Reads records of the mode, from this session or from the database. */
  async #recall(keys: string[]): Promise<Records> {
    const here = (key: string) => this.#records.get(key);
    const elsewhere = keys.filter((key) => here(key) === undefined);
    const found = await findRecords(this.#executor, this.topic.topicId, elsewhere);
    return Object.fromEntries(keys.map((key) => [key, here(key) ?? found.get(key) ?? null]));
  }

  /**
   * Returns the inputs due to the mode now. A random secret that was lost with a database is left out, since it
   * can never be revealed.
   */
  #owed(): Owed | undefined {
    const owed = this.mode.owed(this.writer.state);
    return owed && 'reveal_secret' in owed && this.topic.randomSecret === null ? undefined : owed;
  }

  async #settle(owed: Owed): Promise<void> {
    if ('reveal_secret' in owed) {
      const bytes = canonicalJsonBytes({ random_secret: this.topic.randomSecret ?? '' });
      await this.#judgeOne({ type: 'reveal', bytes }, undefined);
      return;
    }
    const key = this.#getKey(owed.reveal);
    const sealed = this.#sealed.get(key) ?? (await findSealed(this.#executor, this.topic.topicId, key));
    if (!sealed) throw new Error(`nothing is sealed at ${key}`);
    const { sequence, salt, text, inputType, commitment, author } = sealed;
    const reveals = { type: inputType, object_key: key, commitment };
    const bytes = canonicalJsonBytes({ sequence, salt, text });
    const judged = await this.#judgeOne({ type: 'reveal', bytes, reveals }, author);
    judged.objectKey = key;
    this.#sealed.delete(key);
    this.#revealed.push(key);
  }

  #getKey({ what, agent_id, id }: Place): string {
    const place = { topic_id: this.topic.topicId, agent_id };
    return what === 'message'
      ? objectKey('topic_message', { ...place, message_id: id })
      : objectKey('topic_request', { ...place, request_id: id });
  }
}

/**
 * Returns the topic's ledger head at the position that an author claims to have read, if the two differ. Without this check, an
 * agent could add text that makes a careful reader suspect a forgery by the platform.
 */
async function contradicted(
  executor: Executor,
  writer: LedgerWriter,
  seen: LedgerHead | undefined,
): Promise<ModeContext['chain']> {
  if (!namesEntry(seen)) return undefined;
  const { sequence } = seen;
  const hash = sequence > writer.head.sequence ? null : await hashAt(executor, writer, sequence);
  return hash === seen.hash ? undefined : { sequence, hash };
}

async function hashAt(executor: Executor, writer: LedgerWriter, sequence: number): Promise<string | null> {
  const known = writer.hashAt(sequence);
  if (known !== undefined) return known;
  const { ledgerEntries } = tables;
  const [row] = await executor
    .select({ hash: ledgerEntries.hash })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.topicId, writer.terms.topic_id), eq(ledgerEntries.sequence, sequence)));
  return row?.hash ?? null;
}
