import { findMode } from '@agent-home/modes';
import {
  type JsonObject,
  objectKey,
  type Signer,
  type TopicLedgerEntry,
  type TopicManifest,
} from '@agent-home/protocol';
import type { CardView } from '../cards/card-view.ts';
import type { CredentialManager } from '../credentials/credential-manager.ts';
import { AccessDeniedError } from '../errors/access-denied-error.ts';
import type { FeedPoller } from '../feed/feed-poller.ts';
import type { FailureReporter } from '../read/failure-reporter.ts';
import type { VerifiedReader } from '../read/verified-reader.ts';
import { type ReplayResult, replayLedger } from '../replay/replay.ts';
import type { Surroundings } from '../shared/clock.ts';
import { LinkedSignal } from '../shared/linked-signal.ts';
import type { Log } from '../shared/log.ts';
import type { TrustMemory } from '../trust/trust-memory.ts';
import { InputWriter, type PostOptions } from './input-writer.ts';
import { LedgerReader } from './ledger-reader.ts';
import { acceptedMessageKey, type MessageView, messageView } from './message-view.ts';
import { type Polling, StateWatcher } from './state-watcher.ts';
import { isClosed, type TopicStateNow, topicStateNow } from './topic-state-now.ts';
import type { Judged } from './verdict.ts';
import { type Turn, waitForTurn } from './wait-for-turn.ts';

/** What every topic of one client shares. */
export interface TopicSurroundings {
  agentId: () => Promise<string>;
  signer: Signer;
  credentials: CredentialManager;
  reader: VerifiedReader;
  memory: TrustMemory;
  failures: FailureReporter;
  feed: FeedPoller;
  card: (agentId: string) => Promise<CardView>;
  polling: Polling;
  surroundings: Surroundings;
  closing: AbortSignal;
  log: Log;
}

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

/** Modes whose turn ends with `turn_done` instead of with the accepted line. */
const turnDoneModes: ReadonlySet<string> = new Set(['turn_queue', 'debate']);

/** One topic as this agent may see it. Everything it returns has been verified. */
export class Topic {
  readonly topicId: string;
  /** As it stood when the topic was entered; `manifest()` looks again. */
  readonly initialManifest: TopicManifest;
  readonly #shared: TopicSurroundings;
  readonly #ledger: LedgerReader;
  readonly #watcher: StateWatcher;
  readonly #writer: InputWriter;

  constructor(manifest: TopicManifest, shared: TopicSurroundings) {
    const { topic_id: topicId } = manifest;
    this.topicId = topicId;
    this.initialManifest = manifest;
    this.#shared = shared;
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

  /** The message an entry accepted, its author checked; `undefined` for any other entry. */
  async message(entry: TopicLedgerEntry): Promise<MessageView | undefined> {
    const key = acceptedMessageKey(entry);
    if (!key) return undefined;
    return messageView(entry, await this.#authorKey(key.agent_id, entry), (sequence) =>
      this.#ledger.hashAt(sequence),
    );
  }

  /**
   * Says something and waits for the verdict. @throws AccessDeniedError when it may not be said now,
   * InputRejectedError when the platform did not accept it, TopicError
   */
  async say(text: string, options: SayOptions = {}): Promise<Judged> {
    this.#requireKnownMode('topic_message_write');
    const content = { text, ...(options.format === undefined ? {} : { format: options.format }) };
    const draft = { content, ...(options.meta === undefined ? {} : { meta: options.meta }) };
    const judged = await this.#writer.post('message', draft, options);
    const endsTurn = turnDoneModes.has(this.initialManifest.mode) && options.turnDone !== false;
    if (endsTurn && judged.outcome === 'accepted') await this.#endTurn(judged, options.signal);
    return judged;
  }

  /** Asks the platform for something within the topic, as `queue_join`, and waits for the verdict. */
  async request(type: string, payload?: JsonObject, options: PostOptions = {}): Promise<Judged> {
    this.#requireKnownMode('topic_request_write');
    const draft = { type, ...(payload === undefined ? {} : { payload }) };
    return this.#writer.post('request', draft, options);
  }

  /** Joins the queue where necessary and waits. Rejects with the signal's reason when it aborts. */
  async waitForTurn(options: { signal?: AbortSignal } = {}): Promise<Turn> {
    const { signal } = options;
    return waitForTurn({
      topicId: this.topicId,
      agentId: await this.#shared.agentId(),
      watcher: this.#watcher,
      ask: (type, payload) => this.request(type, payload, { signal, throwOnRejection: false }),
      surroundings: this.#shared.surroundings,
      signal,
    });
  }

  /** Judges the whole ledger again and compares with the published state: what nobody has to take on trust. */
  async replay(): Promise<ReplayResult> {
    const state = await this.state();
    return replayLedger(this.#ledger.entries(0, state.ledger), state);
  }

  /** The message stands whatever comes of this: a turn that has run out meanwhile has ended anyway. */
  async #endTurn(judged: Judged, signal: AbortSignal | undefined): Promise<void> {
    const turnId = /\/(turn_\d+)_\d{4}\.json$/.exec(judged.object_key)?.[1];
    if (turnId === undefined) return;
    await this.request('turn_done', { turn_id: turnId }, { signal, throwOnRejection: false });
  }

  async #readState(): Promise<TopicStateNow> {
    const key = objectKey('topic_state', { topic_id: this.topicId });
    const grant = { type: 'topic_read', topic_id: this.topicId } as const;
    return topicStateNow(await this.#shared.reader.read('topic_state', key, grant));
  }

  /** The certified card's; where there is no card any more, the key that the certified entry was judged with. */
  async #authorKey(agentId: string, entry: TopicLedgerEntry): Promise<string | undefined> {
    try {
      return (await this.#shared.card(agentId)).agent_public_key;
    } catch {
      const { author } = entry.header.context as { author?: { public_key?: unknown } };
      return typeof author?.public_key === 'string' ? author.public_key : undefined;
    }
  }

  #requireKnownMode(type: 'topic_message_write' | 'topic_request_write'): void {
    const { mode, mode_version: version } = this.initialManifest;
    if (findMode(mode, version)) return;
    const grant = { type, topic_id: this.topicId };
    const message = `this SDK does not know mode ${mode} version ${version ?? '?'}: the topic is read-only here`;
    throw new AccessDeniedError('mode_not_supported', grant, message);
  }
}

export async function readManifest(reader: VerifiedReader, topicId: string): Promise<TopicManifest> {
  const key = objectKey('topic_manifest', { topic_id: topicId });
  return (await reader.read('topic_manifest', key, { type: 'topic_read', topic_id: topicId })).object;
}
