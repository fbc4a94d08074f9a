import { VerificationError } from '@agent-home/protocol';
import { checkAuthor, type SignedWords } from './author-check.ts';
import type { CardReader } from './card-reader.ts';
import type { PageReader } from './page-reader.ts';
import type { ReadEntry } from './read-entry.ts';
import type { Check, EntryProof } from './types.ts';

/** Signatures that are on their way at a time. */
const batchSize = 50;

const holds: Check = { state: 'holds' };

interface Waiting {
  read: ReadEntry;
  words: SignedWords;
}

/** Results of an entry's signature checks. */
type SignatureProof = Pick<EntryProof, 'sequence' | 'author'> & {
  certificate: Check;
  authorship: Check;
};

/** The platform's certificate and the author's signature of each entry, a few at a time, in the order of the ledger. */
export class SignatureChecks {
  readonly #reader: PageReader;
  readonly #cards: CardReader;
  readonly #waiting = new Map<number, Waiting>();
  readonly #done = new Set<number>();

  constructor(reader: PageReader, cards: CardReader) {
    this.#reader = reader;
    this.#cards = cards;
  }

  get areWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  /** Number of entries whose signatures were checked, with any result. */
  get done(): number {
    return this.#done.size;
  }

  /** An entry that was checked before is checked again. */
  add(read: ReadEntry, words: SignedWords): void {
    this.#done.delete(read.sequence);
    this.#waiting.set(read.sequence, { read, words });
  }

  /**
   * Checks a batch, these entries first.
   * @throws Problem if the home does not respond; the entries then stay queued
   */
  async next(preferred: readonly number[]): Promise<SignatureProof[]> {
    const batch = new Set(
      preferred.flatMap((sequence) => this.#waiting.get(sequence) ?? []).slice(0, batchSize),
    );
    for (const entry of this.#waiting.values()) {
      if (batch.size >= batchSize) break;
      batch.add(entry);
    }
    const proofs = await Promise.all([...batch].map((entry) => this.#check(entry)));
    return proofs.flatMap((proof) => proof ?? []);
  }

  async #check(entry: Waiting): Promise<SignatureProof | undefined> {
    const { read, words } = entry;
    const { sequence, text, view, isCertified } = read;
    const [certificate, { check, author }] = await Promise.all([
      isCertified ? holds : this.#certificate(view.objectKey, text),
      checkAuthor(words, (agentId, wanted) => this.#cards.collectKeys(agentId, wanted)),
    ]);
    // Re-certified meanwhile, for example after an erasure: the result is for bytes that are no longer shown.
    if (this.#waiting.get(sequence) !== entry) return undefined;
    this.#waiting.delete(sequence);
    this.#done.add(sequence);
    return { sequence, certificate, authorship: check, ...(author ? { author } : {}) };
  }

  async #certificate(key: string, text: string): Promise<Check> {
    try {
      await this.#reader.verify('topic_ledger_entry', key, text);
      return { state: 'holds' };
    } catch (error) {
      if (!(error instanceof VerificationError)) throw error;
      return { state: 'fails', code: error.code, detail: error.message };
    }
  }
}
