import { ObjectStoreError } from '@agent-home/object-store/agent';
import {
  chainStep,
  contradiction,
  hashLedgerHeader,
  type LedgerHead,
  lastOfPack,
  objectKey,
  type ReadingFinding,
  recertifiedFinding,
  refusalOf,
  type TopicLedgerEntry,
} from '@agent-home/protocol';
import { LRUCache } from 'lru-cache';
import type { FailureReporter } from '../read/failure-reporter.ts';
import type { VerifiedReader } from '../read/verified-reader.ts';
import { SingleFlight } from '../shared/single-flight.ts';
import type { TrustMemory } from '../trust/trust-memory.ts';
import { PackReader } from './pack-reader.ts';

/** Number of entries requested ahead of the verified one. */
const readAhead = 16;
const keptEntries = 256;

/** Entries of one topic's ledger, each certified, all in one chain that also holds across restarts. */
export class LedgerReader {
  readonly #topicId: string;
  readonly #reader: VerifiedReader;
  readonly #memory: TrustMemory;
  readonly #failures: FailureReporter;
  readonly #entries = new LRUCache<number, TopicLedgerEntry>({ max: keptEntries });
  readonly #loading = new SingleFlight<TopicLedgerEntry>();
  /** Packs of entries that no longer exist at their own keys. */
  #packsOfGone: PackReader | undefined;
  readonly #hashes = new LRUCache<number, string>({ max: 4096 });

  constructor(topicId: string, reader: VerifiedReader, memory: TrustMemory, failures: FailureReporter) {
    this.#topicId = topicId;
    this.#reader = reader;
    this.#memory = memory;
    this.#failures = failures;
  }

  /** Last entry that was verified in its chain, possibly by an earlier process. */
  get head(): LedgerHead | undefined {
    return this.#memory.ledgerHead(this.#topicId);
  }

  /** Returns the hash of a recently read entry. */
  hashAt(sequence: number): string | undefined {
    return this.#hashes.get(sequence);
  }

  /** Returns the hash of an entry, to compare with the one that other authors name; undefined if it cannot be read. */
  async computeHash(sequence: number): Promise<string | undefined> {
    const known = this.hashAt(sequence);
    if (known !== undefined) return known;
    try {
      return hashLedgerHeader((await this.entryAt(sequence)).header);
    } catch (error) {
      if (error instanceof ObjectStoreError && error.code === 'not_found') return undefined;
      throw error;
    }
  }

  /** Returns the first anchor for a reader without history: the entry that a certified state names. */
  anchorAt(head: LedgerHead): LedgerHead {
    const known = this.head;
    if (known) return known;
    this.#remember(head);
    return head;
  }

  /**
   * Yields the entries after `after` up to the one that the state names. If an earlier chain ended before `after`, the entries
   * between are checked too, because skipping them would allow another history. `isClosed` comes from the state: without further
   * entries, the ledger may be archived.
   * @throws VerificationError `broken_chain`
   */
  async *entries(
    after: number,
    to: LedgerHead,
    isClosed = false,
  ): AsyncGenerator<TopicLedgerEntry, void, void> {
    let head = await this.#startFor(after, to);
    const first = (head?.sequence ?? 0) + 1;
    const packs = this.#newPacks();
    // In a closed topic the read-ahead starts after the first entry is found: entries may be archived, which one response shows.
    let ahead = isClosed ? 0 : readAhead;
    for (let sequence = first; sequence <= to.sequence; sequence++) {
      const packed = await packs.entryOnTheWay(sequence, to.sequence, isClosed);
      if (packed) this.#entries.set(sequence, packed);
      const entry = packed ?? (await this.#ahead(sequence, Math.min(to.sequence, sequence + ahead)));
      if (!packed) ahead = readAhead;
      head = this.#follow(head, entry, to);
      if (sequence > after) yield entry;
    }
  }

  /**
   * Reads one earlier certified entry, checked against the chain if the chain has been read there.
   * @throws VerificationError `broken_chain`
   */
  async entryAt(sequence: number): Promise<TopicLedgerEntry> {
    const entry = await this.#load(sequence);
    this.refuse(recertifiedFinding(entry, this.hashAt(sequence)));
    return entry;
  }

  /**
   * Reports and throws a finding; returns if there is none.
   * @param key The object that contradicts the ledger, if it is no entry.
   * @throws VerificationError
   */
  refuse(finding: ReadingFinding | undefined, key?: string): void {
    if (!finding) return;
    const error = refusalOf(finding, key ?? this.#getKey(finding.sequence));
    this.#failures.record(error);
    throw error;
  }

  async #startFor(after: number, to: LedgerHead): Promise<LedgerHead | undefined> {
    const known = this.head;
    if (after <= 0) return undefined;
    if (known && after >= known.sequence) return known;
    if (!known && after >= to.sequence) return this.anchorAt(to);
    const entry = await this.#load(after);
    // No chain was read up to here, so this entry relies on its certificate alone.
    const previous = entry.header.previous;
    const before = previous === undefined ? undefined : { sequence: after - 1, hash: previous };
    return this.#follow(before, entry, to);
  }

  #follow(before: LedgerHead | undefined, entry: TopicLedgerEntry, to: LedgerHead): LedgerHead {
    const { head, findings } = chainStep(before, entry);
    const [first = contradiction(head, { seen: this.head, named: to })] = findings;
    this.refuse(first);
    this.#remember(head);
    return head;
  }

  #remember(head: LedgerHead): void {
    this.#hashes.set(head.sequence, head.hash);
    const known = this.head;
    // Advance the head for a chain without a gap, and for no other.
    if (!known || head.sequence === known.sequence + 1) this.#memory.rememberLedgerHead(this.#topicId, head);
  }

  #ahead(sequence: number, last: number): Promise<TopicLedgerEntry> {
    // Entries of a pack are requested only after that pack is found missing.
    const end = Math.min(last, lastOfPack(sequence));
    for (let next = sequence + 1; next <= end; next++) {
      this.#load(next).catch(() => {});
    }
    return this.#load(sequence);
  }

  #load(sequence: number): Promise<TopicLedgerEntry> {
    const kept = this.#entries.get(sequence);
    if (kept) return Promise.resolve(kept);
    return this.#loading.run(String(sequence), async () => {
      const entry = await this.#loadOne(sequence);
      this.#entries.set(sequence, entry);
      return entry;
    });
  }

  async #loadOne(sequence: number): Promise<TopicLedgerEntry> {
    if (this.#packsOfGone?.holds(sequence)) {
      const packed = await this.#packsOfGone.entry(sequence);
      if (packed) return packed;
    }
    const grant = { type: 'topic_read', topic_id: this.#topicId } as const;
    return this.#reader.read('topic_ledger_entry', this.#getKey(sequence), grant).then(
      ({ object }) => object,
      (error: unknown) => this.#packedInstead(sequence, error),
    );
  }

  /** Reads an entry of an archived topic from its pack. */
  async #packedInstead(sequence: number, error: unknown): Promise<TopicLedgerEntry> {
    const isGone = error instanceof ObjectStoreError && error.code === 'not_found';
    if (!isGone) throw error;
    this.#packsOfGone ??= this.#newPacks();
    const packed = await this.#packsOfGone.entry(sequence);
    if (!packed) throw error;
    return packed;
  }

  #newPacks(): PackReader {
    return new PackReader(this.#topicId, this.#reader, this.#failures);
  }

  #getKey(sequence: number): string {
    return objectKey('topic_ledger_entry', { topic_id: this.#topicId, sequence });
  }
}
