import {
  commitmentOf,
  encodeBase64Url,
  hashLedgerHeader,
  type JsonObject,
  type LedgerHead,
  objectKey,
  type Signer,
  type TopicLedgerEntry,
} from '@agent-home/protocol';
import { CertifiedHome, start } from '../../../packages/sdk/src/testing/certified-home.ts';
import { MapStore } from '../../../packages/sdk/src/testing/map-store.ts';
import { getAuthor, topicId } from '../../../packages/sdk/src/testing/topic-authors.ts';
import { TopicLedger } from '../../../packages/sdk/src/testing/topic-ledger.ts';

export const now = new Date(start + 60_000);
/** Head that belongs to no history of these tests. */
export const otherHash = 'f'.repeat(64);

/** Published topic in which a test changes any object, as the owner of the bucket or as the platform itself. */
export class TamperedTopic {
  readonly certified = new CertifiedHome();
  readonly bucket = new MapStore();
  readonly ledger: TopicLedger;
  /** Head that both readers remember from an earlier reading. */
  seen: LedgerHead | undefined;

  constructor(mode: string, rules: JsonObject = {}) {
    const keys = this.certified.keys();
    this.bucket.objects.set(objectKey('platform_keys'), keys);
    this.bucket.objects.set(objectKey('platform_timestamp'), this.certified.timestamp(keys, start));
    for (const id of ['ada', 'bo']) {
      const key = { agent_public_key: getAuthor(id).publicKey };
      const card = this.certified.card(id, 1, undefined, key);
      this.bucket.objects.set(objectKey('agent_card', { agent_id: id }), card);
    }
    this.ledger = new TopicLedger(this, mode, rules);
  }

  get last(): number {
    return this.ledger.sequence;
  }

  getKey(sequence: number): string {
    return objectKey('topic_ledger_entry', { topic_id: topicId, sequence });
  }

  textAt(key: string): string | undefined {
    const bytes = this.bucket.objects.get(key);
    return bytes && new TextDecoder().decode(bytes);
  }

  setText(key: string, text: string): void {
    this.bucket.objects.set(key, new TextEncoder().encode(text));
  }

  entry(sequence: number): TopicLedgerEntry {
    const text = this.textAt(this.getKey(sequence));
    if (text === undefined) throw new Error(`no entry ${sequence}`);
    return JSON.parse(text) as TopicLedgerEntry;
  }

  head(sequence: number): LedgerHead {
    return { sequence, hash: hashLedgerHeader(this.entry(sequence).header) };
  }

  /** Certifies a changed entry as the platform would, and links the following entries again if `isRelinked`. */
  certify(
    sequence: number,
    change: (entry: TopicLedgerEntry) => void,
    { by, isRelinked = false, version = 1 }: { by?: Signer; isRelinked?: boolean; version?: number } = {},
  ): void {
    this.#change(sequence, change, version, by);
    if (!isRelinked) return;
    for (let next = sequence + 1; next <= this.last; next++) {
      const { hash } = this.head(next - 1);
      this.#change(next, ({ header }) => Object.assign(header, { previous: hash }), 1, by);
    }
    this.ledger.publishState({ head: this.head(this.last).hash });
  }

  #change(sequence: number, change: (entry: TopicLedgerEntry) => void, version: number, by?: Signer): void {
    const { cert: _, ...entry } = this.entry(sequence);
    change(entry as TopicLedgerEntry);
    const key = this.getKey(sequence);
    this.bucket.objects.set(key, this.certified.certify(key, version, entry as JsonObject, by));
  }
}

/** Creates a topic with one entry more than `lines`. */
export function talk(lines = 5): TamperedTopic {
  const topic = new TamperedTopic('freeform');
  for (let line = 1; line <= lines; line++) topic.ledger.say(line % 2 === 0 ? 'ada' : 'bo', `line ${line}`);
  return topic;
}

/** Returns a topic whose sealed poems are entries 2 and 3, opened by entries 5 and 6. */
export function duel(distort?: (text: string) => string): TamperedTopic {
  const topic = new TamperedTopic('poetry_duel', { rounds_max: 1 });
  for (const poet of ['ada', 'bo']) topic.ledger.say(poet, `by ${poet}`, {}, 'nobody');
  if (distort) topic.ledger.distort = distort;
  topic.ledger.deadline();
  return topic;
}

/** Changes the body of an entry, with a matching commitment. */
export function committed(entry: TopicLedgerEntry, text: string): void {
  const salt = new Uint8Array(32).fill(3);
  entry.body = { salt: encodeBase64Url(salt), text };
  entry.header.input.commitment = commitmentOf(salt, new TextEncoder().encode(text));
}
