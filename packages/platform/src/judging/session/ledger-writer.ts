import type { AnyMode, Judgement, ModeContext, RawInput, SummaryPart, TopicTerms } from '@agent-home/modes';
import {
  asJson,
  canonicalJsonBytes,
  commitmentOf,
  encodeBase64Url,
  hashLedgerHeader,
  hashState,
  type JsonObject,
  type LedgerHead,
  type LedgerHeader,
} from '@agent-home/protocol';
import type { Executor } from '../../database/index.ts';
import { allSettledInTransaction } from '../../foundation/concurrency/all-settled-in-transaction.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { type EnqueueRequest, enqueueObjects } from '../../publication/outbox/enqueue-object.ts';
import { entryRows, insertEntries } from './insert-entries.ts';
import { type Entry, entryObject, stateObject } from './ledger-objects.ts';

/** Signs objects before they are enqueued. */
export type SignObjects = (objects: EnqueueRequest[]) => Promise<EnqueueRequest[]>;

/**
 * Collects the ledger entries of judged inputs; `write` writes them in the caller's transaction. It makes no decisions: verdicts
 * are the mode's.
 */
export class LedgerWriter {
  readonly #platform: Pick<Platform, 'randomBytes'>;
  readonly #terms: TopicTerms;
  readonly #mode: AnyMode;
  readonly #entries: Entry[] = [];
  state: JsonObject;
  head: LedgerHead;

  private constructor(
    platform: Pick<Platform, 'randomBytes'>,
    terms: TopicTerms,
    mode: AnyMode,
    state: JsonObject,
    head: LedgerHead,
  ) {
    this.#platform = platform;
    this.#terms = terms;
    this.#mode = mode;
    this.state = state;
    this.head = head;
  }

  /** Begins the ledger of a new topic, with its terms as the first input. */
  static begin(
    platform: Pick<Platform, 'randomBytes'>,
    terms: TopicTerms,
    mode: AnyMode,
    context: ModeContext,
  ): LedgerWriter {
    const state = mode.start(terms.rules, context);
    const writer = new LedgerWriter(platform, terms, mode, state, { sequence: 0, hash: '' });
    const bytes = canonicalJsonBytes(asJson(terms));
    writer.#append({ type: 'admin' }, context, { outcome: 'accepted' }, bytes);
    return writer;
  }

  static resume(
    platform: Pick<Platform, 'randomBytes'>,
    mode: AnyMode,
    topic: { terms: string; state: string; ledgerSequence: number; ledgerHead: string },
  ): LedgerWriter {
    const terms = JSON.parse(topic.terms) as TopicTerms;
    const head = { sequence: topic.ledgerSequence, hash: topic.ledgerHead };
    return new LedgerWriter(platform, terms, mode, JSON.parse(topic.state) as JsonObject, head);
  }

  get terms(): TopicTerms {
    return this.#terms;
  }

  /** Deadline of the mode after all inputs judged so far. */
  get deadline(): Date | undefined {
    const deadline = this.#mode.deadline(this.state);
    return deadline === undefined ? undefined : new Date(deadline);
  }

  get isOpen(): boolean {
    return this.#mode.isOpen(this.state);
  }

  get count(): number {
    return this.#entries.length;
  }

  /** Returns the hash of an entry of this writer, or of the one it resumed at. */
  hashAt(sequence: number): string | undefined {
    if (sequence === this.head.sequence) return this.head.hash;
    return this.#entries.find(({ header }) => header.sequence === sequence)?.hash;
  }

  /** Returns the text accepted at a key since this writer resumed. */
  acceptedText(objectKey: string): string | undefined {
    const isIt = ({ header }: Entry) =>
      header.input.object_key === objectKey && header.verdict.outcome === 'accepted';
    return this.#entries.find(isIt)?.body?.text;
  }

  /** Returns the part of the platform's summary for the topic after everything judged so far. */
  get summary(): SummaryPart | undefined {
    return this.#mode.summary(this.state);
  }

  /** Adds the entry of one judged input. */
  append(
    raw: RawInput,
    context: ModeContext,
    { state, verdict, unread, sealed, detail }: Judgement,
  ): { sequence: number; salt: string; commitment: string | undefined } {
    this.state = state;
    const input = {
      type: raw.type,
      ...('object_key' in raw ? { object_key: raw.object_key } : {}),
      ...(context.author ? { agent_id: context.author.agent_id } : {}),
    };
    const recorded = { ...context, ...(unread ? { unread } : {}), ...(sealed ? { sealed } : {}) };
    const bytes = 'bytes' in raw ? raw.bytes : undefined;
    const isShown = unread === undefined && sealed === undefined;
    return this.#append(input, recorded, verdict, bytes, isShown, detail);
  }

  #append(
    input: Omit<LedgerHeader['input'], 'commitment'>,
    context: ModeContext,
    verdict: LedgerHeader['verdict'],
    bytes: Uint8Array | undefined,
    withBody = true,
    refusal?: Judgement['detail'],
  ): { sequence: number; salt: string; commitment: string | undefined } {
    const salt = this.#platform.randomBytes(32);
    const header = {
      topic_id: this.#terms.topic_id,
      sequence: this.head.sequence + 1,
      ...(this.head.sequence > 0 ? { previous: this.head.hash } : {}),
      input: { ...input, ...(bytes ? { commitment: commitmentOf(salt, bytes) } : {}) },
      context,
      verdict,
      state_sha256: hashState(this.state),
    } as LedgerHeader;
    const hash = hashLedgerHeader(header);
    const body =
      bytes && withBody ? { salt: encodeBase64Url(salt), text: new TextDecoder().decode(bytes) } : undefined;
    this.#entries.push({ header, hash, body, refusal });
    const { sequence } = header;
    this.head = { sequence, hash };
    return { sequence, salt: encodeBase64Url(salt), commitment: header.input.commitment };
  }

  /**
   * Writes the rows, and adds to the outbox the entries followed by the state that names the last of them. Both are signed if the
   * caller has the keys.
   */
  async write(executor: Executor, sign: SignObjects = async (objects) => objects): Promise<void> {
    const last = this.#entries.at(-1);
    if (!last) return;
    const { topic_id: topicId } = this.#terms;
    const updatedAt = last.header.context.now;
    const rows = await entryRows(this.#entries);
    const objects = await sign([
      ...this.#entries.map((entry) => entryObject(topicId, entry)),
      stateObject(topicId, this.#mode, { state: this.state, head: this.head, updatedAt }),
    ]);
    await allSettledInTransaction([
      insertEntries(executor, topicId, rows),
      enqueueObjects(executor, objects),
    ]);
  }
}
