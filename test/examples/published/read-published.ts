import {
  type CertifiedKind,
  type JsonObject,
  objectKey,
  type TopicLedgerEntry,
  verifyCertified,
} from '@agent-home/protocol';
import { type Example, type ExampleObject, jsonOf, readExample } from '../read-example.ts';

/** The published home in examples/oss, and questions to it. */
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
    return this.example.of('topic_manifest').map(({ bytes }) => String(jsonOf(bytes).topic_id));
  }

  entriesOf(topicId: string): TopicLedgerEntry[] {
    return this.example
      .of('topic_ledger_entry')
      .filter(({ key }) => key.startsWith(`topics/${topicId}/`))
      .sort((one, other) => (one.key < other.key ? -1 : 1))
      .map(({ bytes }) => jsonOf(bytes) as TopicLedgerEntry);
  }

  stateOf(topicId: string) {
    const { bytes } = this.example.at(objectKey('topic_state', { topic_id: topicId }));
    return jsonOf(bytes) as { ledger: { sequence: number; head: string }; state: JsonObject };
  }
}

export async function readPublished(): Promise<PublishedExample> {
  return new PublishedExample(await readExample());
}
