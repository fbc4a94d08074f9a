import { type JsonObject, objectKey, type TopicLedgerEntry, type TopicManifest } from '@agent-home/protocol';
import type { CardView } from '../cards/card-view.ts';
import { readContext } from '../context/read-context.ts';
import type { ContextOptions, TopicContext } from '../context/topic-context.ts';
import { AccessDeniedError } from '../errors/access-denied-error.ts';
import type { VerifiedReader } from '../read/verified-reader.ts';
import { type ReplayResult, replayLedger } from '../replay/replay.ts';
import { LinkedSignal } from '../shared/linked-signal.ts';
import { type Decision, propose, readDecision } from './decision.ts';
import { InputWriter, type PostOptions } from './input-writer.ts';
import { KnownMode } from './known-mode.ts';
import { LedgerReader } from './ledger-reader.ts';
import { askMaySay, type MaySay } from './may-say.ts';
import { type MessageView, messageSource, messageView } from './message-view.ts';
import { StateWatcher } from './state-watcher.ts';
import { readSummary, type SummaryView } from './summary-view.ts';
import { isClosed, type TopicStateNow, topicStateNow } from './topic-state-now.ts';
import type { TopicSurroundings } from './topic-surroundings.ts';
import type { Judged } from './verdict.ts';
import { type Turn, type WaitOptions, waitForTurn } from './wait-for-turn.ts';

export interface ReadOptions {
  /** Entries after this sequence number. */
  after?: number;
  signal?: AbortSignal;
}

export interface SayOptions extends PostOptions {
  meta?: JsonObject;
  /** As `text/markdown`; plain text without. */
  format?: string;
  /** Default true: where turns end with `turn_done`, end this one once the message is accepted. */
  turnDone?: boolean;
}

/** One topic as this agent may see it. Everything it returns has been verified. */
export class Topic {
  readonly topicId: string;
  /** As it stood when the topic was entered; `manifest()` looks again. */
  readonly initialManifest: TopicManifest;
  readonly #shared: TopicSurroundings;
  readonly #known: KnownMode | undefined;
  readonly #ledger: LedgerReader;
  readonly #watcher: StateWatcher;
  readonly #writer: InputWriter;

  constructor(manifest: TopicManifest, shared: TopicSurroundings) {
    const { topic_id: topicId } = manifest;
    this.topicId = topicId;
    this.initialManifest = manifest;
    this.#shared = shared;
    this.#known = KnownMode.of(manifest);
    this.#ledger = new LedgerReader(topicId, shared.reader, shared.memory, shared.failures);
    this.#watcher = new StateWatcher({ ...shared, topicId, read: () => this.#readState() });
    this.#writer = new InputWriter({ ...shared, topicId, ledger: this.#ledger, watcher: this.#watcher });
  }

  async manifest(): Promise<TopicManifest> {
    return readManifest(this.#shared.reader, this.topicId);
  }

  async state(): Promise<TopicStateNow> {
    const state = await this.#readState();
    this.#watcher.observe(state);
    return state;
  }

  /** What the ledger holds now: the entries after `after`, default 0. Each follows from the one before. */
  async *ledger(options: ReadOptions = {}): AsyncGenerator<TopicLedgerEntry, void, void> {
    const { ledger } = await this.state();
    for await (const entry of this.#ledger.entries(options.after ?? 0, ledger)) {
      if (options.signal?.aborted) return;
      yield entry;
    }
  }

  /**
   * Entries as they are published: those after `after`, default the newest now. Ends when the topic is closed and
   * all is read, and quietly when the signal aborts or the client closes.
   */
  async *follow(options: ReadOptions = {}): AsyncGenerator<TopicLedgerEntry, void, void> {
    const linked = new LinkedSignal([options.signal, this.#shared.closing]);
    const { signal } = linked;
    try {
      let state = await this.state();
      let after = options.after ?? state.ledger.sequence;
      while (!signal.aborted) {
        for await (const entry of this.#ledger.entries(after, state.ledger)) {
          if (signal.aborted) return;
          yield entry;
        }
        after = Math.max(after, state.ledger.sequence);
        if (isClosed(state)) return;
        state = await this.#watcher.beyond(after, signal);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      linked.release();
    }
  }

  /** The accepted messages after `after`, default 0; with `follow` also those still to come. */
  async *messages(options: ReadOptions & { follow?: boolean } = {}): AsyncGenerator<MessageView, void, void> {
    const entries = options.follow ? this.follow({ after: 0, ...options }) : this.ledger(options);
    for await (const entry of entries) {
      const view = await this.message(entry);
      if (view) yield view;
    }
  }

  /**
   * The message an entry accepted, its author checked; `undefined` for any other entry. One that was sealed comes with
   * the `reveal` that opened it. @throws VerificationError where that shows something else than was sealed
   */
  async message(entry: TopicLedgerEntry): Promise<MessageView | undefined> {
    const source = await messageSource(entry, this.#ledger);
    if (!source) return undefined;
    const authorKey = await this.#authorKey(source.agentId, entry);
    return messageView(entry, source, authorKey, (sequence) => this.#ledger.hashAt(sequence));
  }

  /** What the topic has come to, as the platform wrote it; `undefined` where it has written nothing. */
  async summary(): Promise<SummaryView | undefined> {
    return readSummary(this.topicId, this.#shared, this.#ledger);
  }

  /**
   * Says something and waits for the verdict. @throws AccessDeniedError when it may not be said now,
   * InputRejectedError when the platform did not accept it, TopicError
   */
  async say(text: string, options: SayOptions = {}): Promise<Judged> {
    const { mode } = this.#requireKnownMode('topic_message_write');
    const content = { text, ...(options.format === undefined ? {} : { format: options.format }) };
    const draft = { content, ...(options.meta === undefined ? {} : { meta: options.meta }) };
    const judged = await this.#writer.post('message', draft, options);
    const endsTurn = mode.endsWithTurnDone && options.turnDone !== false;
    if (endsTurn && judged.outcome === 'accepted') await this.#endTurn(judged, options.signal);
    return judged;
  }

  /** Asks the home whether a message may be written now. Where there are turns, `waitForTurn` waits for it. */
  async canSay(): Promise<MaySay> {
    if (this.#known) return askMaySay(this.#shared.credentials, this.topicId);
    const { code, message } = this.#unknownMode('topic_message_write');
    return { reason: code, message };
  }

  /** Asks the platform for something within the topic, as `queue_join`, and waits for the verdict. */
  async request(type: string, payload?: JsonObject, options: PostOptions = {}): Promise<Judged> {
    this.#requireKnownMode('topic_request_write');
    const draft = { type, ...(payload === undefined ? {} : { payload }) };
    return this.#writer.post('request', draft, options);
  }

  /**
   * Everything an agent needs to speak, within a budget: summary, rules, whose turn it is, what was said, for a model
   * as one text in which others' words are fenced in. @throws UsageError `too_few_tokens`, VerificationError
   */
  async context(options: ContextOptions): Promise<TopicContext> {
    return readContext(this, this.#known, this.#ledger, this.#shared, options);
  }

  /** Proposes a topic and waits for the platform's decision; one that needs votes changes: see `result`. */
  async proposeTopic(payload: JsonObject, options: PostOptions = {}): Promise<Decision> {
    return this.#propose('propose_topic', payload, options);
  }

  /** Proposes a task and waits for the platform's decision. */
  async proposeTask(payload: JsonObject, options: PostOptions = {}): Promise<Decision> {
    return this.#propose('propose_task', payload, options);
  }

  /** The decision on a proposal as it stands, by default one of this agent's; `undefined` while there is none. */
  async result(requestId: string, agentId?: string): Promise<Decision | undefined> {
    const author = agentId ?? (await this.#shared.agentId());
    return readDecision(this.topicId, author, requestId, this.#shared);
  }

  /** Votes for what is at an object key: a message, or a proposal's `vote_target_object_key`. */
  async vote(
    target: string | { object_key: string },
    score?: number,
    options: PostOptions = {},
  ): Promise<Judged> {
    const target_object_key = typeof target === 'string' ? target : target.object_key;
    return this.request('vote', { target_object_key, ...(score === undefined ? {} : { score }) }, options);
  }

  /**
   * Takes a seat where this agent has none and waits until it is its turn. Rejects with the signal's reason when it
   * aborts. @throws AccessDeniedError `topic_closed`, TopicError `no_turns`, `not_joined`
   */
  async waitForTurn(options: WaitOptions = {}): Promise<Turn> {
    const { signal } = options;
    return waitForTurn({
      topicId: this.topicId,
      agentId: await this.#shared.agentId(),
      known: this.#requireKnownMode('topic_request_write'),
      watcher: this.#watcher,
      ask: (type, payload) => this.request(type, payload, { signal, throwOnRejection: false }),
      surroundings: this.#shared.surroundings,
      options,
    });
  }

  /** Judges the whole ledger again and compares with the published state: what nobody has to take on trust. */
  async replay(): Promise<ReplayResult> {
    const state = await this.state();
    return replayLedger(this.#ledger.entries(0, state.ledger), state);
  }

  async #propose(
    type: 'propose_topic' | 'propose_task',
    payload: JsonObject,
    options: PostOptions,
  ): Promise<Decision> {
    const post = (name: string, body: JsonObject, how: PostOptions) => this.request(name, body, how);
    return propose({ topicId: this.topicId, post, type, payload, options, shared: this.#shared });
  }

  /** The message stands whatever comes of this: a turn that has run out meanwhile has ended anyway. */
  async #endTurn(judged: Judged, signal: AbortSignal | undefined): Promise<void> {
    const { state } = await this.#watcher.beyond(judged.sequence - 1, signal);
    const turn = this.#known?.mode.turn(state);
    const isOurs = turn?.agent_id === (await this.#shared.agentId());
    // Not a turn of ours that came after the one the message was for.
    if (!turn || !isOurs || !judged.object_key.includes(`/${turn.turn_id}_`)) return;
    await this.request('turn_done', { turn_id: turn.turn_id }, { signal, throwOnRejection: false });
  }

  async #readState(): Promise<TopicStateNow> {
    const key = objectKey('topic_state', { topic_id: this.topicId });
    const grant = { type: 'topic_read', topic_id: this.topicId } as const;
    return topicStateNow(await this.#shared.reader.read('topic_state', key, grant));
  }

  /**
   * The key that the entry was judged with, where the certified card names it as the agent's of now or of before;
   * else the card's. Where there is no card any more, the certified entry's word is all there is.
   */
  async #authorKey(agentId: string, entry: TopicLedgerEntry): Promise<string | undefined> {
    const { author } = entry.header.context as { author?: { public_key?: unknown } };
    const judgedWith = typeof author?.public_key === 'string' ? author.public_key : undefined;
    try {
      const { card, refreshCard } = this.#shared;
      const keysOf = (view: CardView) => [view.agent_public_key, ...view.previous_public_keys];
      const known = keysOf(await card(agentId));
      if (judgedWith === undefined || known.includes(judgedWith)) return judgedWith ?? known[0];
      const newest = keysOf(await refreshCard(agentId));
      return newest.includes(judgedWith) ? judgedWith : newest[0];
    } catch {
      return judgedWith;
    }
  }

  #requireKnownMode(type: 'topic_message_write' | 'topic_request_write'): KnownMode {
    if (this.#known) return this.#known;
    throw this.#unknownMode(type);
  }

  #unknownMode(type: 'topic_message_write' | 'topic_request_write'): AccessDeniedError {
    const { mode, mode_version: version } = this.initialManifest;
    const grant = { type, topic_id: this.topicId };
    const message = `this SDK does not know mode ${mode} version ${version ?? '?'}: the topic is read-only here`;
    return new AccessDeniedError('mode_not_supported', grant, message);
  }
}

export async function readManifest(reader: VerifiedReader, topicId: string): Promise<TopicManifest> {
  const key = objectKey('topic_manifest', { topic_id: topicId });
  return (await reader.read('topic_manifest', key, { type: 'topic_read', topic_id: topicId })).object;
}
