import type { AgentStore } from '@agent-home/object-store/agent';
import { objectKey, type TopicLedgerEntry, type TopicState } from '@agent-home/protocol';
import { KitError } from '../errors/kit-error.ts';
import type { Bucket } from '../subject/bucket.ts';
import { patiently } from '../subject/patiently.ts';

/** Incremental reader of a topic's ledger: each entry is read once, from the end of the previous reading. */
export class LedgerReading {
  readonly entries = new Map<number, TopicLedgerEntry>();
  state: TopicState | undefined;
  readonly #topicId: string;
  readonly #bucket: Bucket;
  readonly #store: AgentStore;
  #read = 0;
  #misplaced = 0;

  constructor(topicId: string, bucket: Bucket, store: AgentStore) {
    this.#topicId = topicId;
    this.#bucket = bucket;
    this.#store = store;
  }

  /**
   * Reads until an entry concerns this key, or an entry that may concern it is misplaced.
   * @throws KitError
   */
  async until(inputKey: string, withinMs: number): Promise<void> {
    const misplaced = this.#misplaced;
    const isJudged = await patiently(async () => {
      await this.readOn();
      return this.toEntry(inputKey) !== undefined || this.#misplaced > misplaced || undefined;
    }, withinMs);
    if (isJudged) return;
    throw new KitError('bad_answer', `${inputKey} was not judged within ${withinMs} ms`);
  }

  toEntry(inputKey: string): TopicLedgerEntry | undefined {
    return [...this.entries.values()].find(({ header }) => header.input.object_key === inputKey);
  }

  async readOn(): Promise<void> {
    const key = objectKey('topic_state', { topic_id: this.#topicId });
    const state = await this.#bucket.read(this.#store, 'topic_state', key);
    const named = state?.ledger?.sequence ?? 0;
    if (!state || named < this.#read) return;
    while (this.#read < named && (await this.#readEntry(this.#read + 1))) this.#read += 1;
    if (this.#read === named) this.state = state;
  }

  /** Reading an entry before its state is no fault, because entries are published first. */
  async #readEntry(sequence: number): Promise<boolean> {
    const key = objectKey('topic_ledger_entry', { topic_id: this.#topicId, sequence });
    const bytes = await this.#bucket.bytes(this.#store, key);
    if (!bytes) return false;
    const entry = this.#bucket.judge('topic_ledger_entry', key, bytes);
    if (entry) this.entries.set(sequence, entry);
    else this.#misplaced += 1;
    return true;
  }
}
