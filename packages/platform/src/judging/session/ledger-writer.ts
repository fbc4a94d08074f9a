import { type Executor, jsonParameter, tables } from '@agent-home/database';
import type { AnyMode, Judgement, ModeContext, RawInput, TopicTerms } from '@agent-home/modes';
import {
  canonicalJson,
  canonicalJsonBytes,
  commitmentOf,
  encodeBase64Url,
  hashLedgerHeader,
  hashState,
  type JsonObject,
  type LedgerHead,
  type LedgerHeader,
  objectKey,
} from '@agent-home/protocol';
import { sql } from 'drizzle-orm';
import { openPace } from '../../foundation/pace/open-pace.ts';
import { together } from '../../foundation/pace/together.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { lineColumns } from '../../publication/lines/line-columns.ts';
import { type EnqueueRequest, enqueueObjects, topicStream } from '../../publication/outbox/enqueue-object.ts';

interface Entry {
  header: LedgerHeader;
  hash: string;
  body: { salt: string; text: string } | undefined;
  refusal: Judgement['detail'];
}

/**
 * Collects the ledger entries of judged inputs; `write` writes them in the caller's transaction. It decides nothing:
 * verdicts are the mode's.
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
    const bytes = canonicalJsonBytes(terms as unknown as JsonObject);
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

  /** The mode's deadline after everything judged so far. */
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

  /** Writes the rows, and to the outbox the entries followed by the state that names the last of them. */
  async write(executor: Executor): Promise<void> {
    if (this.#entries.length === 0) return;
    const { topic_id: topicId } = this.#terms;
    const rows: object[] = [];
    const pace = openPace();
    for (const { header, hash, body } of this.#entries) {
      await pace();
      rows.push({
        sequence: header.sequence,
        hash,
        input_type: header.input.type,
        agent_id: header.input.agent_id ?? null,
        object_key: header.input.object_key ?? null,
        outcome: header.verdict.outcome,
        reason: header.verdict.reason ?? null,
        header: canonicalJson(header as JsonObject),
        body_text: body?.text ?? null,
        judged_at: header.context.now,
        ...lineColumns(header, body?.text),
      });
    }
    await together([
      executor.execute(
        sql`with entry as (
              select * from json_to_recordset(${jsonParameter(rows)}::json) as entry(sequence integer, hash text,
                input_type text, agent_id text, object_key text, outcome text, reason text, header text,
                body_text text, judged_at timestamptz, spoken_by text, words text)
            ), spoken as (
              insert into ${tables.spokenLines} (topic_id, sequence, agent_id, accepted_at, words)
              select ${topicId}, sequence, spoken_by, judged_at, words::tsvector from entry where spoken_by is not null
            )
            insert into ${tables.ledgerEntries} (topic_id, sequence, hash, input_type, agent_id, object_key, outcome,
              reason, header, body_text, judged_at)
            select ${topicId}, sequence, hash, input_type, agent_id, object_key, outcome, reason, header, body_text,
              judged_at from entry`,
      ),
      enqueueObjects(executor, [
        ...this.#entries.map((entry) => this.#entryObject(entry)),
        this.#stateObject(),
      ]),
    ]);
  }

  #entryObject({ header, body, refusal }: Entry): EnqueueRequest {
    const { topic_id: topicId } = this.#terms;
    const { sequence } = header;
    return {
      stream: topicStream(topicId),
      objectKey: objectKey('topic_ledger_entry', { topic_id: topicId, sequence }),
      body: {
        kind: 'topic_ledger_entry',
        schema_version: 1,
        topic_id: topicId,
        sequence,
        header: header as JsonObject,
        ...(body ? { body } : {}),
        ...(refusal ? { refusal: { ...refusal } } : {}),
      },
    };
  }

  #stateObject(): EnqueueRequest {
    const { topic_id: topicId } = this.#terms;
    return {
      stream: topicStream(topicId),
      objectKey: objectKey('topic_state', { topic_id: topicId }),
      body: {
        kind: 'topic_state',
        schema_version: 1,
        topic_id: topicId,
        mode: this.#mode.name,
        mode_version: this.#mode.version,
        updated_at: this.#entries.at(-1)?.header.context.now ?? '',
        ledger: { sequence: this.head.sequence, head: this.head.hash },
        state: this.state,
      },
    };
  }
}
