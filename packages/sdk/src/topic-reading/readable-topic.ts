import {
  missingEntry,
  objectKey,
  recordedAuthorKey,
  type TopicLedgerEntry,
  type TopicManifest,
  VerificationError,
} from '@agent-home/protocol';
import type { CardView } from '../cards/card-view.ts';
import type { VerifiedReader } from '../read/verified-reader.ts';
import { LinkedSignal } from '../shared/linked-signal.ts';
import { type Decision, readDecision } from './decision.ts';
import { LedgerReader } from './ledger-reader.ts';
import { type MessageView, messageSource, messageView } from './message-view.ts';
import { type ReplayResult, replayLedger } from './replay.ts';
import { StateWatcher } from './state-watcher.ts';
import { readSummary, type SummaryView } from './summary-view.ts';
import { isClosed, type TopicStateNow, topicStateNow } from './topic-state-now.ts';
import type { ReadingSurroundings } from './topic-surroundings.ts';

export interface ReadOptions {
  /** Entries after this sequence number. */
  after?: number;
  signal?: AbortSignal;
}

export interface MessagesOptions extends ReadOptions {
  /** Yields future messages as well. */
  follow?: boolean;
  /** True to end with an error when the platform is proven to show two histories. */
  strict?: boolean;
}

/** One topic as its reader may see it. Everything it returns has been verified. */
export class ReadableTopic {
  readonly topicId: string;
  /** Manifest at the time of entering; `manifest()` reads it again. */
  readonly initialManifest: TopicManifest;
  protected readonly ledgerReader: LedgerReader;
  protected readonly watcher: StateWatcher;
  readonly #shared: ReadingSurroundings;

  constructor(manifest: TopicManifest, shared: ReadingSurroundings) {
    const { topic_id: topicId } = manifest;
    this.topicId = topicId;
    this.initialManifest = manifest;
    this.#shared = shared;
    this.ledgerReader = new LedgerReader(topicId, shared.reader, shared.memory, shared.failures);
    this.watcher = new StateWatcher({ ...shared, topicId, read: () => this.#readState() });
  }

  async manifest(): Promise<TopicManifest> {
    return readManifest(this.#shared.reader, this.topicId);
  }

  async state(): Promise<TopicStateNow> {
    const state = await this.#readState();
    this.watcher.observe(state);
    return state;
  }

  /** Yields the existing entries of the ledger after `after`, default 0, each chained to the one before. */
  async *ledger(options: ReadOptions = {}): AsyncGenerator<TopicLedgerEntry, void, void> {
    const state = await this.state();
    const { ledger } = state;
    for await (const entry of this.ledgerReader.entries(options.after ?? 0, ledger, isClosed(state))) {
      if (options.signal?.aborted) return;
      yield entry;
    }
  }

  /**
   * Yields entries as they are published: those after `after`, by default only new ones. Ends after the last entry of a closed
   * topic, and without an error when the signal aborts or the client closes.
   */
  async *follow(options: ReadOptions = {}): AsyncGenerator<TopicLedgerEntry, void, void> {
    const linked = new LinkedSignal([options.signal, this.#shared.closing]);
    const { signal } = linked;
    try {
      let state = await this.state();
      let after = options.after ?? state.ledger.sequence;
      while (!signal.aborted) {
        for await (const entry of this.ledgerReader.entries(after, state.ledger, isClosed(state))) {
          if (signal.aborted) return;
          yield entry;
        }
        after = Math.max(after, state.ledger.sequence);
        if (isClosed(state)) return;
        state = await this.watcher.beyond(after, signal);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      linked.release();
    }
  }

  /**
   * Yields the accepted messages after `after`, default 0; with `follow` also future ones. A message whose author had read another
   * history is marked and reported; `strict` readers stop there.
   * @throws VerificationError `forked_history` if `strict`
   */
  async *messages(options: MessagesOptions = {}): AsyncGenerator<MessageView, void, void> {
    const entries = options.follow ? this.follow({ after: 0, ...options }) : this.ledger(options);
    for await (const entry of entries) {
      const view = await this.message(entry);
      if (options.strict && view?.history === 'conflicts') throw forkedBy(view, entry);
      if (view) yield view;
    }
  }

  /**
   * Returns the message that an entry accepted, with its author verified; `undefined` for any other entry. A sealed message is
   * returned with the `reveal` that opened it. @throws VerificationError if the reveal differs from the sealed message
   */
  async message(entry: TopicLedgerEntry): Promise<MessageView | undefined> {
    const source = await messageSource(entry, this.ledgerReader);
    if (!source) return undefined;
    const authorKey = await this.#authorKey(source.agentId, entry);
    const hashAt = (sequence: number) => this.ledgerReader.computeHash(sequence);
    const view = await messageView(entry, source, authorKey, hashAt);
    if (view?.history === 'conflicts') this.#shared.failures.record(forkedBy(view, entry));
    return view;
  }

  /** Returns the platform's summary of the topic; `undefined` if there is none. */
  async summary(): Promise<SummaryView | undefined> {
    return readSummary(this.topicId, this.#shared, this.ledgerReader);
  }

  /** Returns the current decision on an agent's proposal; `undefined` if there is none. */
  async result(requestId: string, agentId: string): Promise<Decision | undefined> {
    return readDecision(this.topicId, agentId, requestId, this.#shared);
  }

  /**
   * Replays the whole ledger and compares the result with the published state, so that the state need not be
   * trusted.
   */
  async replay(): Promise<ReplayResult> {
    const state = await this.state();
    return replayLedger(this.ledgerReader.entries(0, state.ledger, isClosed(state)), state);
  }

  /** Rejects a state that ends before the last read entry, because a topic only grows. @throws VerificationError */
  async #readState(): Promise<TopicStateNow> {
    const key = objectKey('topic_state', { topic_id: this.topicId });
    const grant = { type: 'topic_read', topic_id: this.topicId } as const;
    // Reads the head before the request, because another read may follow a newer state in the meantime.
    const { head } = this.ledgerReader;
    const state = topicStateNow(await this.#shared.reader.read('topic_state', key, grant));
    this.ledgerReader.refuse(missingEntry(state.ledger.sequence, [head?.sequence]));
    return state;
  }

  /**
   * Returns the key that the entry was judged with, if the certified card names it as a present or former key of the agent;
   * otherwise the card's key. Without a card, only the certified entry names a key.
   */
  async #authorKey(agentId: string, entry: TopicLedgerEntry): Promise<string | undefined> {
    const judgedWith = recordedAuthorKey(entry);
    try {
      const { card, refreshCard } = this.#shared;
      const collectKeys = (view: CardView) => [view.agentPublicKey, ...view.previousPublicKeys];
      const known = collectKeys(await card(agentId));
      if (judgedWith === undefined || known.includes(judgedWith)) return judgedWith ?? known[0];
      const newest = collectKeys(await refreshCard(agentId));
      return newest.includes(judgedWith) ? judgedWith : newest[0];
    } catch {
      return judgedWith;
    }
  }
}

function forkedBy({ agentId }: MessageView, { cert }: TopicLedgerEntry): VerificationError {
  const message = `was accepted, and ${agentId} had read another history than this one`;
  return new VerificationError('forked_history', cert.object_key, message);
}

export async function readManifest(reader: VerifiedReader, topicId: string): Promise<TopicManifest> {
  const key = objectKey('topic_manifest', { topic_id: topicId });
  return (await reader.read('topic_manifest', key, { type: 'topic_read', topic_id: topicId })).object;
}

/** @throws VerificationError, ObjectStoreError */
export async function readableTopic(topicId: string, shared: ReadingSurroundings): Promise<ReadableTopic> {
  return new ReadableTopic(await readManifest(shared.reader, topicId), shared);
}
