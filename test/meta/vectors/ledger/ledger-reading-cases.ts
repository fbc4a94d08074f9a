import { type JsonObject, objectKey } from '@agent-home/protocol';
import { CertifiedHome, signer, start } from '../../../../packages/sdk/src/testing/certified-home.ts';
import { MapStore } from '../../../../packages/sdk/src/testing/map-store.ts';
import { getAuthor, topicId } from '../../../../packages/sdk/src/testing/topic-authors.ts';
import { TopicLedger } from '../../../../packages/sdk/src/testing/topic-ledger.ts';
import { bytesIn, type VectorBytes } from '../form/bytes.ts';
import { type Bucket, getBucket } from '../form/reading.ts';
import type { VectorCase } from '../form/vector.ts';
import type { ReadingInput } from './reading-input.ts';

type Case = VectorCase<ReadingInput>;

/** Home with one topic and the cards of its speakers. */
class SpokenTopic {
  readonly certified = new CertifiedHome();
  readonly bucket = new MapStore();
  readonly ledger: TopicLedger;

  constructor(mode = 'freeform', rules: JsonObject = {}) {
    const keys = this.certified.keys();
    const { objects } = this.bucket;
    objects.set(objectKey('platform_keys'), keys);
    objects.set(objectKey('platform_timestamp'), this.certified.timestamp(keys, start));
    for (const agentId of ['ada', 'bo']) {
      const key = { agent_public_key: getAuthor(agentId).publicKey };
      objects.set(
        objectKey('agent_card', { agent_id: agentId }),
        this.certified.card(agentId, 1, undefined, key),
      );
    }
    this.ledger = new TopicLedger(this, mode, rules);
  }

  case(name: string, expected: string, changes: Partial<ReadingInput> = {}, tampered: Bucket = {}): Case {
    const input: ReadingInput = {
      pinned: this.certified.rootSet,
      now: new Date(start + 60_000).toISOString(),
      objects: { ...getBucket(this.bucket.objects), ...tampered },
      topic_id: topicId,
      after: 0,
      ...changes,
    };
    return { name, input, expected };
  }

  at(sequence: number): VectorBytes {
    return getBucket(this.bucket.objects)[this.ledger.entryKey(sequence)] ?? { text: '' };
  }

  head(sequence: number, hash?: string) {
    const entry = JSON.parse(new TextDecoder().decode(bytesIn(this.at(sequence + 1)))) as {
      header: { previous: string };
    };
    return { sequence, hash: hash ?? entry.header.previous };
  }
}

export function ledgerReadingCases(): Case[] {
  return [...honest(), ...tampered(), ...restarts(), ...sealed()];
}

function honest(): Case[] {
  const topic = new SpokenTopic();
  const { ledger } = topic;
  ledger.say('ada', 'Guten Abend, 晚上好 😀');
  ledger.say('bo', 'not signed', {}, 'nobody');
  ledger.say('ada', 'and now');
  const whole = topic.case('a whole topic', 'ok');
  const seen = topic.head(2);
  ledger.say('bo', 'having read', { seen });
  return [
    whole,
    topic.case('with what its authors had read', 'ok'),
    topic.case('from where an earlier reading ended', 'ok', { after: 2, head: seen }),
    topic.case('from the middle, without an earlier reading', 'ok', { after: 3 }),
    topic.case('nothing new', 'ok', { after: 5 }),
  ];
}

function tampered(): Case[] {
  const topic = new SpokenTopic();
  const { ledger } = topic;
  for (const text of ['one', 'two', 'three', 'four']) ledger.say('ada', text);
  const [second, third, last] = [ledger.entryKey(2), ledger.entryKey(3), ledger.entryKey(5)];
  const textAt = (sequence: number) => new TextDecoder().decode(bytesIn(topic.at(sequence)));
  const changed = (name: string, expected: string, objects: Bucket) =>
    topic.case(name, expected, {}, objects);
  const cut = topic.case('the last entry is missing', 'not_found');
  delete cut.input.objects[last];
  const hole = topic.case('an entry between is missing', 'not_found');
  delete hole.input.objects[third];
  return [
    cut,
    hole,
    changed('a letter changed in an entry', 'bad_signature', {
      [third]: { text: textAt(3).replace('two', 'owt') },
    }),
    changed('two entries swapped', 'wrong_object_key', { [second]: topic.at(3), [third]: topic.at(2) }),
    changed('an entry in another’s place', 'wrong_object_key', { [third]: topic.at(2) }),
    changed('an empty entry', 'malformed_json', { [third]: { text: '' } }),
    changed('a blank behind an entry', 'not_canonical', { [third]: { text: `${textAt(3)} ` } }),
    topic.case('another history than the one read before', 'broken_chain', {
      after: 2,
      head: { sequence: 2, hash: '0'.repeat(64) },
    }),
    topic.case('read by a clock of a year before', 'issued_in_future', { now: '2025-03-01T12:00:00.000Z' }),
  ];
}

function restarts(): Case[] {
  const topic = new SpokenTopic();
  const { ledger, bucket } = topic;
  ledger.say('ada', 'the first history');
  ledger.say('ada', 'goes on');
  const head = topic.head(2);
  const entryOfBefore = topic.at(2);
  ledger.restart('anew');
  ledger.say('ada', 'another history');
  ledger.say('bo', 'and more');
  const mixed: Bucket = { [ledger.entryKey(2)]: entryOfBefore };
  const fresh = topic.case('a topic that was begun anew, read for the first time', 'ok');
  const stolen = { agent_public_key: signer(40).publicKey };
  bucket.objects.set('agents/all/bo.json', topic.certified.card('bo', 2, undefined, stolen));
  return [
    fresh,
    topic.case('a topic that was begun anew', 'broken_chain', { after: 2, head }),
    topic.case('an entry of the first history in the second', 'broken_chain', {}, mixed),
    topic.case('an author whose card has another key', 'ok'),
  ];
}

function sealed(): Case[] {
  const duel = () => {
    const topic = new SpokenTopic('poetry_duel', { rounds_max: 1 });
    topic.ledger.say('ada', 'moon over water');
    topic.ledger.say('bo', 'as sealed', {}, 'nobody');
    return topic;
  };
  const shut = duel().case('while they are sealed', 'ok');
  const open = duel();
  open.ledger.deadline();
  const dishonest = duel();
  dishonest.ledger.distort = (text) => text.replace('as sealed', 'as I like it');
  dishonest.ledger.deadline();
  return [
    shut,
    open.case('once they are opened', 'ok'),
    dishonest.case('opened with other words than were sealed', 'broken_chain'),
  ];
}
