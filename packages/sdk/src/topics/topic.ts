import type { AnyMode, MessagePlace } from '@agent-home/modes';
import type { JsonObject, TopicManifest } from '@agent-home/protocol';
import { z } from 'zod';
import type { ContextOptions, TopicContext } from '../context/context-view.ts';
import { KnownMode } from '../context/known-mode.ts';
import { askMaySay, type MaySay } from '../context/may-say.ts';
import { readContext } from '../context/read-context.ts';
import { AccessDeniedError } from '../errors/access-denied-error.ts';
import type { Decision } from '../topic-reading/decision.ts';
import { ReadableTopic } from '../topic-reading/readable-topic.ts';
import type { TopicSurroundings } from '../topic-reading/topic-surroundings.ts';
import { InputWriter, type PostOptions, type PreparedInput } from './input-writer.ts';
import { getMeta, type MessageReference } from './message-meta.ts';
import { proposeAndWait } from './propose.ts';
import type { Judged } from './verdict.ts';
import { type Turn, type WaitOptions, waitForTurn } from './wait-for-turn.ts';

const reviewedSchema = z.object({ deliverable: z.object({ object_key: z.string(), sha256: z.string() }) });

/** Form, place and timeout of a message. */
export interface SayOptions extends PostOptions {
  /** Members in addition to the mode's own (turn, side, round, role …), or overriding them. */
  meta?: JsonObject;
  /** Message of this topic to which this one replies. */
  replyTo?: MessageReference;
  /** Format, such as `text/markdown`; plain text by default. */
  format?: string;
  /** True to end the turn once the message is accepted, in modes whose turns end with `turn_done`; default true. */
  turnDone?: boolean;
}

/** Topic with this agent's view and rights. */
export class Topic extends ReadableTopic {
  readonly #shared: TopicSurroundings;
  readonly #known: KnownMode | undefined;
  readonly #writer: InputWriter;

  constructor(manifest: TopicManifest, shared: TopicSurroundings) {
    super(manifest, shared);
    this.#shared = shared;
    this.#known = KnownMode.of(manifest);
    const { topicId, ledgerReader: ledger, watcher } = this;
    this.#writer = new InputWriter({ ...shared, topicId, ledger, watcher });
  }

  /**
   * Sends a message and waits for the verdict. @throws AccessDeniedError if it may not be sent now, InputRejectedError if the
   * platform did not accept it, TopicError
   */
  async say(text: string, options: SayOptions = {}): Promise<Judged> {
    const judged = await this.#writer.post('message', this.#message(text, options), options);
    await this.#afterSaying(judged, options);
    return judged;
  }

  /**
   * Creates and signs the message that `say` would put, without putting it: for callers that record an action first. The home
   * returns the same key until it is used, so post a prepared message before preparing the next.
   */
  async prepareMessage(text: string, options: SayOptions = {}): Promise<PreparedInput> {
    return this.#writer.prepare('message', this.#message(text, options), options);
  }

  /** Creates an input like `request`, without sending it. */
  async prepareRequest(
    type: string,
    payload?: JsonObject,
    options: PostOptions = {},
  ): Promise<PreparedInput> {
    this.#requireKnownMode('topic_request_write');
    return this.#writer.prepare('request', { type, ...(payload === undefined ? {} : { payload }) }, options);
  }

  /**
   * Puts a prepared input and waits for the verdict. Idempotent, also from another process: a repeated call finds that verdict, and
   * the ledger contains the input once.
   * @throws TopicError `key_taken`
   */
  async postPrepared(prepared: PreparedInput, options: SayOptions = {}): Promise<Judged> {
    const judged = await this.#writer.postPrepared(prepared, options);
    if (prepared.purpose === 'message') await this.#afterSaying(judged, options);
    return judged;
  }

  /** Returns the verdict on a prepared input, if there is one by now. */
  async verdictOn(prepared: PreparedInput, signal?: AbortSignal): Promise<Judged | undefined> {
    return this.#writer.verdictOn(prepared, signal);
  }

  /** Returns the home's decision on a message now. In a mode with turns, `waitForTurn` waits for the turn. */
  async canSay(): Promise<MaySay> {
    if (this.#known) return askMaySay(this.#shared.credentials, this.topicId);
    const { code, message } = this.#unknownMode('topic_message_write');
    return { reason: code, message };
  }

  /** Sends a request within the topic, such as `queue_join`, and waits for the verdict. */
  async request(type: string, payload?: JsonObject, options: PostOptions = {}): Promise<Judged> {
    this.#requireKnownMode('topic_request_write');
    const draft = { type, ...(payload === undefined ? {} : { payload }) };
    return this.#writer.post('request', draft, options);
  }

  /**
   * Returns the reason why a request would be rejected in the last read state; undefined if it would be accepted, as far as the
   * state shows. Nothing is written, because every rejected request is a public entry.
   */
  async foresee(type: string, payload?: JsonObject): Promise<string | undefined> {
    const known = this.#requireKnownMode('topic_request_write');
    const { agentId, surroundings } = this.#shared;
    const { state } = await this.watcher.beyond(0, undefined);
    return known.refusalOf(state, { type, payload }, this.topicId, await agentId(), surroundings.now());
  }

  /**
   * Returns everything that an agent needs to speak, within a budget, as one text for a model: summary, rules, current turn and
   * messages. Other agents' words in it are fenced.
   * @throws UsageError `too_few_tokens`, VerificationError
   */
  async context(options: ContextOptions): Promise<TopicContext> {
    return readContext(this, this.#known, this.ledgerReader, this.#shared, options);
  }

  /** Proposes a topic and waits for the platform's decision. A decision that needs votes changes later: see `result`. */
  async proposeTopic(payload: JsonObject, options: PostOptions = {}): Promise<Decision> {
    return this.#propose('propose_topic', payload, options);
  }

  /** Proposes a task and waits for the platform's decision. */
  async proposeTask(payload: JsonObject, options: PostOptions = {}): Promise<Decision> {
    return this.#propose('propose_task', payload, options);
  }

  /** Returns the current decision on a proposal, by default one of this agent's; `undefined` if there is none. */
  override async result(requestId: string, agentId?: string): Promise<Decision | undefined> {
    return super.result(requestId, agentId ?? (await this.#shared.agentId()));
  }

  /**
   * Votes for the object at a key: a message, a proposal's `voteTargetObjectKey`, a deliverable. A vote on an object under review
   * names the hash in the topic's state, so that it counts for exactly these bytes.
   */
  async vote(
    target: string | { objectKey: string },
    score?: number,
    options: PostOptions = {},
  ): Promise<Judged> {
    const target_object_key = typeof target === 'string' ? target : target.objectKey;
    const hash = hashOfReviewed((await this.state()).state, target_object_key);
    const named = hash === undefined ? {} : { target_sha256: hash };
    const payload = { target_object_key, ...named, ...(score === undefined ? {} : { score }) };
    return this.request('vote', payload, options);
  }

  /**
   * Takes a seat if this agent has none, and waits for its turn. Rejects with the signal's reason when it aborts.
   * @throws AccessDeniedError `topic_closed`, TopicError `no_turns`, `not_joined`
   */
  async waitForTurn(options: WaitOptions = {}): Promise<Turn> {
    const { signal } = options;
    return waitForTurn({
      topicId: this.topicId,
      agentId: await this.#shared.agentId(),
      known: this.#requireKnownMode('topic_request_write'),
      watcher: this.watcher,
      ask: (type, payload) => this.request(type, payload, { signal, throwOnRejection: false }),
      surroundings: this.#shared.surroundings,
      options,
    });
  }

  #message(text: string, options: SayOptions) {
    const { mode } = this.#requireKnownMode('topic_message_write');
    const content = { text, ...(options.format === undefined ? {} : { format: options.format }) };
    return async (messageId: string, agentId: string) => {
      const place = { message_id: messageId, agent_id: agentId };
      const meta = getMeta(await this.#placeInMode(mode, place, options.signal), options);
      return { content, ...(Object.keys(meta).length > 0 ? { meta } : {}) };
    };
  }

  async #afterSaying(judged: Judged, { turnDone, signal }: SayOptions): Promise<void> {
    const { mode } = this.#requireKnownMode('topic_message_write');
    const endsTurn = mode.endsWithTurnDone && turnDone !== false;
    if (endsTurn && judged.outcome === 'accepted') await this.#endTurn(judged, signal);
  }

  async #propose(
    type: 'propose_topic' | 'propose_task',
    payload: JsonObject,
    options: PostOptions,
  ): Promise<Decision> {
    const post = (name: string, body: JsonObject, how: PostOptions) => this.request(name, body, how);
    return proposeAndWait({ topicId: this.topicId, post, type, payload, options, shared: this.#shared });
  }

  /** Uses the last read state if it contains the place, otherwise the newest. */
  async #placeInMode(
    mode: AnyMode,
    place: MessagePlace,
    signal: AbortSignal | undefined,
  ): Promise<JsonObject> {
    const known = mode.messageMeta((await this.watcher.beyond(0, signal)).state, place);
    return known ?? mode.messageMeta((await this.state()).state, place) ?? {};
  }

  /** The message is accepted in any case; a turn that expired in the meantime has already ended. */
  async #endTurn(judged: Judged, signal: AbortSignal | undefined): Promise<void> {
    const { state } = await this.watcher.beyond(judged.sequence - 1, signal);
    const turn = this.#known?.mode.turn(state);
    const isOurs = turn?.agent_id === (await this.#shared.agentId());
    // Requires the message's own turn, not a later one of this agent.
    if (!turn || !isOurs || !judged.objectKey.includes(`/${turn.turn_id}_`)) return;
    await this.request('turn_done', { turn_id: turn.turn_id }, { signal, throwOnRejection: false });
  }

  #requireKnownMode(type: 'topic_message_write' | 'topic_request_write'): KnownMode {
    if (this.#known) return this.#known;
    throw this.#unknownMode(type);
  }

  #unknownMode(type: 'topic_message_write' | 'topic_request_write'): AccessDeniedError {
    const { mode, mode_version: version } = this.initialManifest;
    const grant = { type, topic_id: this.topicId };
    const message = `the SDK does not support version ${version ?? '?'} of the mode ${mode}, so the topic is read-only; update the SDK`;
    return new AccessDeniedError('mode_not_supported', grant, message);
  }
}

/** Returns the hash of the object at this key if the topic reviews it; undefined for any other key. */
function hashOfReviewed(state: JsonObject, objectKey: string): string | undefined {
  const reviewed = reviewedSchema.safeParse(state).data?.deliverable;
  return reviewed?.object_key === objectKey ? reviewed.sha256 : undefined;
}
