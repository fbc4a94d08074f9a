import {
  type CertifiedKind,
  type JsonObject,
  objectKey,
  openLedgerPack,
  type TopicLedgerEntry,
  type TopicLedgerPack,
  verifyCertified,
} from '@agent-home/protocol';
import { type Example, type ExampleObject, readExample, toJson } from '../read-example.ts';

/** Published home in examples/oss, with accessors. */
export class PublishedExample {
  readonly example: Example;

  constructor(example: Example) {
    this.example = example;
  }

  verify({ key, bytes, place }: ExampleObject) {
    const kind = place?.kind as CertifiedKind;
    const { trust, asOf } = this.example;
    return verifyCertified({ bytes, objectKey: key, kind, trust, now: asOf, seen: undefined });
  }

  topicIds(): string[] {
    return this.example.of('topic_manifest').map(({ bytes }) => String(toJson(bytes).topic_id));
  }

  collectEntries(topicId: string): TopicLedgerEntry[] {
    const single = this.example
      .of('topic_ledger_entry')
      .filter(({ key }) => key.startsWith(`topics/${topicId}/`))
      .map(({ bytes }) => bytes);
    return [...single, ...this.getPacked(topicId).values()]
      .map((bytes) => toJson(bytes) as TopicLedgerEntry)
      .sort((one, other) => one.sequence - other.sequence);
  }

  /** Returns the bytes of each entry in the topic's packs, by number. */
  getPacked(topicId: string): Map<number, Uint8Array> {
    const packs = this.example
      .of('topic_ledger_pack')
      .filter(({ key }) => key.startsWith(`topics/${topicId}/`))
      .map(({ bytes }) => openLedgerPack(toJson(bytes) as TopicLedgerPack));
    return new Map(
      packs.flatMap((texts) =>
        [...texts].map(([sequence, text]) => [sequence, new TextEncoder().encode(text)] as const),
      ),
    );
  }

  getState(topicId: string) {
    const { bytes } = this.example.at(objectKey('topic_state', { topic_id: topicId }));
    return toJson(bytes) as { ledger: { sequence: number; head: string }; state: JsonObject };
  }
}

export async function readPublished(): Promise<PublishedExample> {
  return new PublishedExample(await readExample());
}
