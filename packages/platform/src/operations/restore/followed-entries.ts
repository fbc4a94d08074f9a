import {
  numberOfId,
  type ReplayState,
  randomCommitment,
  requestPrefix,
  revealSchema,
} from '@agent-home/modes';
import { type JsonObject, parseObjectKey, type TopicLedgerEntry } from '@agent-home/protocol';
import type { ReplayedEntry } from './replay-ledger.ts';

/** What is to be known of the entries that a restored topic lacks, collected one by one from its first entry on. */
export class FollowedEntries {
  /** Those after the last that was restored. */
  readonly entries: TopicLedgerEntry[] = [];
  readonly records = new Map<string, JsonObject>();
  /** How far the agents' own numbering has come in them. */
  readonly numbers = new Map<string, { message: number; request: number }>();
  /** Objects that were revealed in them. */
  readonly revealed: string[] = [];
  /** Sealed in them and not revealed: the salt that opens these was in the lost database alone. */
  readonly sealed = new Map<number, string>();
  /** Of the secret of the topic's random values, where it has one. */
  randomCommitment: string | undefined;
  /** Once the ledger tells it. */
  randomSecret: string | undefined;
  last: ReplayState | undefined;
  /** Of the entry that was the last restored one. */
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

  /** What an entry is about: its own object, or the one it reveals. */
  keyOf(entry: TopicLedgerEntry): string | undefined {
    const { type, object_key: key } = entry.header.input;
    return type === 'reveal' ? this.#keys.get(sequenceRevealed(entry) ?? 0) : key;
  }

  #reveal(entry: TopicLedgerEntry): void {
    const { random_secret: secret } = parsed(entry) ?? {};
    if (secret !== undefined && randomCommitment(secret) === this.randomCommitment)
      this.randomSecret = secret;
    const key = this.keyOf(entry);
    if (key !== undefined) this.revealed.push(key);
    this.sealed.delete(sequenceRevealed(entry) ?? 0);
  }

  /** As the numbers are raised where it is judged: a message's once it is not refused, a request's at once. */
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
