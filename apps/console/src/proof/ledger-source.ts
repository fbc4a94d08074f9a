import type { LedgerChanges, LedgerPage } from '@agent-home/http-contract';
import {
  bodyMatches,
  firstOfPack,
  lastOfPack,
  objectKey,
  openLedgerPack,
  VerificationError,
} from '@agent-home/protocol';
import type { KeptSlice, KeptSlices } from './kept-slices.ts';
import type { PageReader } from './page-reader.ts';
import { type ReadEntry, readEntry } from './read-entry.ts';

export interface LedgerAnswers {
  readLedger(topicId: string, after: number, limit: number): Promise<LedgerPage>;
  /** Returns re-certified entries. */
  readChanges(topicId: string): Promise<LedgerChanges>;
  /** Returns undefined if the viewer has no such object. */
  readObject(objectKey: string): Promise<string | undefined>;
  kept?: KeptSlices;
}

/**
 * Sources of a long ledger's entries: this browser's cache, packs, pages. None is trusted more than another;
 * each is a way to the same texts, and if one is faulty, the next is used.
 */
export class LedgerSource {
  readonly #topicId: string;
  readonly #answers: LedgerAnswers;
  readonly #reader: PageReader;
  #changes: Promise<ReadonlyMap<number, number> | undefined> | undefined;
  /** Slices that are not kept yet, by their first entry. */
  readonly #unkept = new Map<number, KeptSlice>();

  constructor(topicId: string, answers: LedgerAnswers, reader: PageReader) {
    this.#topicId = topicId;
    this.#answers = answers;
    this.#reader = reader;
  }

  page(after: number, limit: number): Promise<LedgerPage> {
    return this.#answers.readLedger(this.#topicId, after, limit);
  }

  /**
   * Returns the entries of a range no longer than a pack. `lastHash` is the hash of the last one according to the entry after it.
   */
  async slice(first: number, last: number, lastHash: string | undefined): Promise<ReadEntry[]> {
    const kept = lastHash === undefined ? undefined : await this.#kept(first, last, lastHash);
    if (kept) return kept;
    const read = (await this.#packed(first, last)) ?? (await this.#paged(first, last));
    const isWhole = isFull(first, last) && read.length === last - first + 1;
    if (lastHash !== undefined && isWhole)
      this.#unkept.set(first, { first, lastHash, texts: read.map(({ text }) => text) });
    return read;
  }

  /** Caches the entries read, once all are verified. Only entries of public topics are cached. */
  async keep(): Promise<void> {
    const { kept } = this.#answers;
    const { fingerprint } = await this.#reader.trust();
    for (const slice of this.#unkept.values()) await kept?.put(fingerprint, this.#topicId, slice);
    this.#unkept.clear();
  }

  /** Drops the cached entries of a topic that has changed. */
  async forget(): Promise<void> {
    this.#unkept.clear();
    const { fingerprint } = await this.#reader.trust();
    await this.#answers.kept?.forget(fingerprint, this.#topicId);
  }

  async #kept(first: number, last: number, lastHash: string): Promise<ReadEntry[] | undefined> {
    const { kept } = this.#answers;
    if (!kept || !isFull(first, last)) return undefined;
    const { fingerprint } = await this.#reader.trust();
    const slice = await kept.get(fingerprint, this.#topicId, first, lastHash);
    if (slice?.texts.length !== last - first + 1) return undefined;
    this.#changes ??= this.#readChanges();
    const changes = await this.#changes;
    if (!changes) return undefined;
    const read = slice.texts.map((text, index) => this.#entry(first + index, text));
    const isOld = read.some(
      ({ sequence, entry }) => (changes.get(sequence) ?? 0) > (entry?.cert.version ?? 0),
    );
    if (!isOld && (await this.#isSound(read, lastHash)))
      return read.map((entry) => ({ ...entry, isCertified: true }));
    await this.forget();
    return undefined;
  }

  /** Returns false for a damaged cache, which must not look like a fault of the home; the home is used instead. */
  async #isSound(read: readonly ReadEntry[], lastHash: string): Promise<boolean> {
    const isLinked = read.every((one, index) => {
      const next = read[index + 1];
      return one.entry !== undefined && one.view.hash === (next ? next.view.previous : lastHash);
    });
    const isWhole = read.every(
      ({ entry }) => !entry?.body || bodyMatches(entry.body, entry.header.input.commitment ?? ''),
    );
    return isLinked && isWhole && (await this.#areCertified(read));
  }

  async #areCertified(read: readonly ReadEntry[]): Promise<boolean> {
    const certified = await Promise.all(
      read.map(({ view, text }) =>
        this.#reader.verify('topic_ledger_entry', view.objectKey, text).then(
          () => true,
          (error: unknown) => !(error instanceof VerificationError) && Promise.reject(error),
        ),
      ),
    );
    return certified.every(Boolean);
  }

  /** Returns undefined if the home does not report changes; cached entries are then not used. */
  async #readChanges(): Promise<ReadonlyMap<number, number> | undefined> {
    try {
      const { changed } = await this.#answers.readChanges(this.#topicId);
      return new Map(changed.map(({ sequence, version }) => [sequence, version]));
    } catch {
      return undefined;
    }
  }

  /** Returns undefined if no pack holds exactly these entries, or if the pack is faulty. */
  async #packed(first: number, last: number): Promise<ReadEntry[] | undefined> {
    if (!isFull(first, last)) return undefined;
    const key = objectKey('topic_ledger_pack', { topic_id: this.#topicId, sequence: first });
    try {
      const text = await this.#answers.readObject(key);
      if (text === undefined) return undefined;
      const { object } = await this.#reader.verify('topic_ledger_pack', key, text);
      const texts = openLedgerPack(object);
      if (texts.size !== last - first + 1) return undefined;
      const read = [...texts].map(([sequence, entry]) => this.#entry(sequence, entry));
      const isWhole = read.every(({ entry }) => entry !== undefined) && (await this.#areCertified(read));
      return isWhole ? read.map((entry) => ({ ...entry, isCertified: true })) : undefined;
    } catch (error) {
      if (error instanceof VerificationError) return undefined;
      throw error;
    }
  }

  async #paged(first: number, last: number): Promise<ReadEntry[]> {
    const { entries } = await this.page(first - 1, last - first + 1);
    return entries.map((text, index) => readEntry(this.#topicId, first + index, text));
  }

  #entry(sequence: number, text: string): ReadEntry {
    const key = objectKey('topic_ledger_entry', { topic_id: this.#topicId, sequence });
    return readEntry(this.#topicId, sequence, { object_key: key, text });
  }
}

function isFull(first: number, last: number): boolean {
  return first === firstOfPack(first) && last === lastOfPack(first);
}
