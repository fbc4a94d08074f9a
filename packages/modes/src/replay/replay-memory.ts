import { canonicalJson, type JsonObject, type LedgerHead, type TopicLedgerEntry } from '@agent-home/protocol';
import type { Judgement } from '../judge/judge.ts';
import type { SealedInput } from '../judge/open-input.ts';
import type { Records } from '../mode/facts.ts';
import { randomCommitment, randomValue } from '../shared/random.ts';
import type { RecordedContext } from './recorded-context.ts';

/**
 * Data that a replay keeps of earlier entries in addition to the state: it follows the ledger from its start
 * and checks the platform's own statements. Grows with the mode's records, so it is changed in place.
 */
export class ReplayMemory {
  /** Hash of each entry so far, by its sequence. */
  readonly #hashes: string[] = [];
  readonly #records = new Map<string, JsonObject>();
  readonly #sealed = new Map<number, SealedInput>();
  readonly #draws: { sequence: number; value: string }[] = [];
  #randomCommitment: string | undefined;

  /** Returns true if the records of an entry equal those computed from the entries before it. */
  agreesWith(records: Records | undefined): boolean {
    return Object.entries(records ?? {}).every(
      ([key, value]) => canonicalJson(this.#records.get(key) ?? null) === canonicalJson(value),
    );
  }

  noteHead({ sequence, hash }: LedgerHead): void {
    this.#hashes[sequence] = hash;
  }

  /** Returns true if an entry's statement about the ledger before it is true. */
  agreesWithChain(chain: RecordedContext['chain']): boolean {
    return chain === undefined || (this.#hashes[chain.sequence] ?? null) === chain.hash;
  }

  sealedAt(sequence: number): SealedInput | undefined {
    return this.#sealed.get(sequence);
  }

  /** Returns true if this secret matches the commitment at the start, and explains every random value since. */
  explainsRandomness(secret: string): boolean {
    return (
      randomCommitment(secret) === this.#randomCommitment &&
      this.#draws.every(({ sequence, value }) => randomValue(secret, sequence) === value)
    );
  }

  keep(
    { header }: TopicLedgerEntry,
    context: RecordedContext,
    judgement?: Pick<Judgement, 'records' | 'sealed'>,
  ): void {
    for (const [key, value] of Object.entries(judgement?.records ?? {})) this.#records.set(key, value);
    const { random, random_commitment: commitment } = context.facts ?? {};
    if (commitment) this.#randomCommitment = commitment.sha256;
    if (random) this.#draws.push({ sequence: header.sequence, value: random.value });
    const { type, object_key: key, commitment: sealedAs } = header.input;
    if (judgement?.sealed && (type === 'message' || type === 'request') && key && sealedAs)
      this.#sealed.set(header.sequence, { type, object_key: key, commitment: sealedAs });
  }
}
