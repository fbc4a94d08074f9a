import {
  numberOfId,
  type ReplayState,
  randomCommitment,
  requestPrefix,
  revealSchema,
} from '@agent-home/modes';
import { type JsonObject, parseObjectKey, type TopicLedgerEntry } from '@agent-home/protocol';
import type { ReplayedEntry } from './replay-ledger.ts';

/** Collects the information about a topic's ledger that is needed to add the entries that its restored rows lack. */
export class FollowedEntries {
  /** The entries after the last restored one. */
  readonly entries: TopicLedgerEntry[] = [];
  readonly records = new Map<string, JsonObject>();
  /** The highest numbers that agents have used in these entries. */
  readonly numbers = new Map<string, { message: number; request: number }>();
  /** Objects that were revealed in these entries. */
  readonly revealed: string[] = [];
  /** Objects sealed in these entries and not revealed; the salts that open them were only in the lost database. */
  readonly sealed = new Map<number, string>();
  /** Hash of the secret of the topic's random values, if it has one. */
  randomCommitment: string | undefined;
  /** The secret, once the ledger has revealed it. */
  randomSecret: string | undefined;
  last: ReplayState | undefined;
  /** Hash of the entry with the number of the last restored one. */
  hashAtRestored: string | undefined;
  readonly #restored: number;
  readonly #keys = new Map<number, string>();

  constructor(restored: number) {
    this.#restored = restored;
  }

  follow({ entry, after }: ReplayedEntry): void {
    const { header, sequence } = entry;
    const { object_key: key } = header.input;
    this.last = after;
    if (sequence === this.#restored) this.hashAtRestored = after.head.hash;
    if (key !== undefined) this.#keys.set(sequence, key);
    const { facts } = header.context as { facts?: { random_commitment?: { sha256: string } } };
    this.randomCommitment ??= facts?.random_commitment?.sha256;
    if (sequence <= this.#restored) return;
    this.entries.push(entry);
    for (const [name, value] of Object.entries(after.records)) this.records.set(name, value);
    if (header.input.type === 'reveal') this.#reveal(entry);
    else if (key !== undefined) this.#count(key, header.verdict.outcome);
    if (key !== undefined && header.context.sealed !== undefined && header.verdict.outcome !== 'rejected')
      this.sealed.set(sequence, key);
  }

  /** Returns the key that an entry is about: of its own object, or of the one it reveals. */
  getKey(entry: TopicLedgerEntry): string | undefined {
    const { type, object_key: key } = entry.header.input;
    return type === 'reveal' ? this.#keys.get(sequenceRevealed(entry) ?? 0) : key;
  }

  #reveal(entry: TopicLedgerEntry): void {
    const { random_secret: secret } = parsed(entry) ?? {};
    if (secret !== undefined && randomCommitment(secret) === this.randomCommitment)
      this.randomSecret = secret;
    const key = this.getKey(entry);
    if (key !== undefined) this.revealed.push(key);
    this.sealed.delete(sequenceRevealed(entry) ?? 0);
  }

  /** Counts numbers as judging does: that of a message unless it was rejected, that of a request in any case. */
  #count(key: string, outcome: string): void {
    const place = parseObjectKey(key);
    if (place?.kind !== 'topic_message' && place?.kind !== 'topic_request') return;
    const before = this.numbers.get(place.parts.agent_id) ?? { message: 0, request: 0 };
    const raised =
      place.kind === 'topic_request'
        ? { request: Math.max(before.request, numberOfId(place.parts.request_id, requestPrefix) ?? 0) }
        : outcome === 'rejected'
          ? {}
          : { message: Math.max(before.message, numberOfId(place.parts.message_id) ?? 0) };
    this.numbers.set(place.parts.agent_id, { ...before, ...raised });
  }
}

function sequenceRevealed(entry: TopicLedgerEntry): number | undefined {
  return parsed(entry)?.sequence;
}

function parsed({
  header,
  body,
}: TopicLedgerEntry): { sequence?: number; random_secret?: string } | undefined {
  if (header.input.type !== 'reveal' || !body) return undefined;
  return revealSchema.safeParse(JSON.parse(body.text)).data;
}
