import { ObjectStoreError } from '@agent-home/object-store/agent';
import {
  firstOfPack,
  lastOfPack,
  ledgerPackEntries,
  objectKey,
  openLedgerPack,
  type TopicLedgerEntry,
  VerificationError,
} from '@agent-home/protocol';
import type { FailureReporter } from '../read/failure-reporter.ts';
import type { VerifiedReader } from '../read/verified-reader.ts';
import { SingleFlight } from '../shared/single-flight.ts';

/** Fewer entries than this are requested one by one, which transfers less than a pack. */
const worthAPack = 16;

type Texts = ReadonlyMap<number, string>;

/**
 * Reads entries from packs, each verified as if read at its own key: a pack is a faster source of the same bytes and proves
 * nothing. If a pack is faulty, the entry is `undefined` here and is read at its own key.
 */
export class PackReader {
  readonly #topicId: string;
  readonly #reader: VerifiedReader;
  readonly #failures: FailureReporter;
  readonly #encoder = new TextEncoder();
  /** Current pack and the prefetched next one. */
  readonly #packs = new Map<number, Promise<Texts | undefined>>();
  /** Last pack that supplied a missing entry. */
  #kept: Texts | undefined;
  readonly #loading = new SingleFlight<Texts | undefined>();

  constructor(topicId: string, reader: VerifiedReader, failures: FailureReporter) {
    this.#topicId = topicId;
    this.#reader = reader;
    this.#failures = failures;
  }

  /**
   * Returns the next entry up to `last`, if enough entries are needed for a pack. A closed topic may have packs only, and its last
   * one may be shorter than the others.
   */
  async entryOnTheWay(
    sequence: number,
    last: number,
    isClosed: boolean,
  ): Promise<TopicLedgerEntry | undefined> {
    const reach = isClosed ? last : last - (last % ledgerPackEntries);
    const end = Math.min(lastOfPack(sequence), reach);
    const isBegun = this.#packs.has(firstOfPack(sequence));
    if (sequence > end || (!isBegun && end - sequence + 1 < worthAPack)) return undefined;
    if (!isBegun) this.#packs.clear();
    const found = this.#begin(firstOfPack(sequence), reach);
    // The following pack is requested while this one is verified.
    if (end < reach) this.#begin(end + 1, reach);
    this.#packs.delete(firstOfPack(sequence) - ledgerPackEntries);
    return this.#verified(sequence, await found);
  }

  /** Returns an entry that no longer exists at its own key. Its pack is kept for the next one. */
  async entry(sequence: number): Promise<TopicLedgerEntry | undefined> {
    if (this.holds(sequence)) return this.#verified(sequence, this.#kept);
    const texts = await this.#loading.run(String(firstOfPack(sequence)), () =>
      this.#load(firstOfPack(sequence), lastOfPack(sequence)),
    );
    this.#kept = texts ?? this.#kept;
    return this.#verified(sequence, texts);
  }

  /** Returns true if the cached pack has this entry. */
  holds(sequence: number): boolean {
    return this.#kept?.has(sequence) ?? false;
  }

  #begin(first: number, last: number): Promise<Texts | undefined> {
    const begun = this.#packs.get(first) ?? this.#load(first, Math.min(last, lastOfPack(first)));
    this.#packs.set(first, begun);
    return begun;
  }

  /** Loads the texts of one full pack up to `last`, even if large entries have split it: each part starts after the one before. */
  async #load(first: number, last: number): Promise<Texts | undefined> {
    const texts = new Map<number, string>();
    for (let next = first; next <= last; next = first + texts.size) {
      const part = await this.#read(next);
      if (!part) break;
      for (const [sequence, text] of part) texts.set(sequence, text);
    }
    return texts.size > 0 ? texts : undefined;
  }

  async #read(first: number): Promise<Texts | undefined> {
    const key = objectKey('topic_ledger_pack', { topic_id: this.#topicId, sequence: first });
    const grant = { type: 'topic_read', topic_id: this.#topicId } as const;
    try {
      const { object } = await this.#reader.read('topic_ledger_pack', key, grant);
      return this.#open(() => openLedgerPack(object));
    } catch (error) {
      if (error instanceof VerificationError || error instanceof ObjectStoreError) return undefined;
      throw error;
    }
  }

  #open(open: () => Texts): Texts {
    try {
      return open();
    } catch (error) {
      this.#failures.record(error);
      throw error;
    }
  }

  async #verified(sequence: number, texts: Texts | undefined): Promise<TopicLedgerEntry | undefined> {
    const text = texts?.get(sequence);
    if (text === undefined) return undefined;
    const key = objectKey('topic_ledger_entry', { topic_id: this.#topicId, sequence });
    try {
      return (await this.#reader.verify('topic_ledger_entry', key, this.#encoder.encode(text))).object;
    } catch (error) {
      if (error instanceof VerificationError) return undefined;
      throw error;
    }
  }
}
