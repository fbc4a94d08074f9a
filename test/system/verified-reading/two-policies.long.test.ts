import { type JsonObject, objectKey, packBody } from '@agent-home/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CertifiedHome, signer } from '../../../packages/sdk/src/testing/certified-home.ts';
import { topicId } from '../../../packages/sdk/src/testing/topic-authors.ts';
import { committed, duel, otherHash, type TamperedTopic, talk } from './tampered-topic.ts';
import { refusedBySdk, shownByConsole } from './two-readers.ts';

type Tampering = (topic: TamperedTopic, at: number) => void;

const toMessage = (text: string) => JSON.stringify({ text });

/** Changes by the owner of the bucket, who has no key of the home. */
const bucketHolder: Record<string, Tampering> = {
  'a changed body': (topic, at) =>
    topic.setText(topic.getKey(at), (topic.textAt(topic.getKey(at)) ?? '').replace('line', 'lime')),
  'a changed header': (topic, at) =>
    topic.setText(
      topic.getKey(at),
      (topic.textAt(topic.getKey(at)) ?? '').replace('"accepted"', '"rejected"'),
    ),
  'swapped entries': (topic, at) => {
    const [one, other] = [topic.textAt(topic.getKey(at)), topic.textAt(topic.getKey(at + 1))];
    topic.setText(topic.getKey(at), other ?? '');
    topic.setText(topic.getKey(at + 1), one ?? '');
  },
  'no JSON': (topic, at) => topic.setText(topic.getKey(at), '{"kind":'),
  'a blank behind the text': (topic, at) =>
    topic.setText(topic.getKey(at), `${topic.textAt(topic.getKey(at))} `),
  'a certificate of a stranger': (topic, at) => topic.certify(at, () => {}, { by: signer(77) }),
  'a certificate by a key for timestamps': (topic, at) =>
    topic.certify(at, () => {}, { by: topic.certified.timestamping }),
  'a withheld entry': (topic, at) => topic.bucket.objects.delete(topic.getKey(at)),
};

/** Changes by the platform, whose certificates are genuine. */
const platform: Record<string, Tampering> = {
  'another body than committed to': (topic, at) =>
    topic.certify(at, (entry) => Object.assign(entry.body ?? {}, { text: toMessage('other') })),
  'a header that the next entry does not name': (topic, at) =>
    topic.certify(at, ({ header }) => Object.assign(header.context, { now: '2026-03-01T12:00:59.000Z' })),
  'a header of another number': (topic, at) =>
    topic.certify(at, ({ header }) => Object.assign(header, { sequence: at + 1 })),
  'a header of another topic': (topic, at) =>
    topic.certify(at, ({ header }) => Object.assign(header, { topic_id: 't2' })),
  'a link to another entry': (topic, at) =>
    topic.certify(at, ({ header }) => Object.assign(header, { previous: otherHash })),
  'no link': (topic, at) => topic.certify(at, ({ header }) => delete header.previous),
  'another history than before': (topic, at) => {
    topic.seen = topic.head(topic.last - 1);
    topic.certify(at, (entry) => committed(entry, toMessage('rewritten')), { isRelinked: true });
  },
  'a state of another history': (topic) => topic.ledger.publishState({ head: otherHash }),
};

async function collectFaults(topic: TamperedTopic) {
  return { sdk: await refusedBySdk(topic), console: (await shownByConsole(topic))[0] };
}

const expected: [what: string, sequence: number, code: string][] = [
  ['a changed body', 3, 'bad_signature'],
  ['a changed header', 3, 'bad_signature'],
  ['swapped entries', 3, 'wrong_object_key'],
  ['no JSON', 3, 'malformed_json'],
  ['a blank behind the text', 3, 'not_canonical'],
  ['a certificate of a stranger', 3, 'unknown_key'],
  ['a certificate by a key for timestamps', 3, 'wrong_key_purpose'],
  ['a withheld entry', 3, 'not_found'],
  ['another body than committed to', 3, 'broken_chain'],
  ['a header that the next entry does not name', 4, 'broken_chain'],
  ['a header of another number', 3, 'broken_chain'],
  ['a header of another topic', 3, 'broken_chain'],
  ['a link to another entry', 3, 'broken_chain'],
  ['no link', 3, 'broken_chain'],
  ['another history than before', 5, 'broken_chain'],
  ['a state of another history', 6, 'broken_chain'],
];
const tamperings = { ...bucketHolder, ...platform };

describe('a reader that refuses and one that shows', () => {
  it.each(expected)('both find %s at entry %i', async (what, sequence, code) => {
    const topic = talk();
    tamperings[what]?.(topic, 3);
    expect(await collectFaults(topic)).toEqual({ sdk: { sequence, code }, console: { sequence, code } });
  });

  it('both accept an honest topic and an erased body', async () => {
    const topics = [talk(), duel(), talk()];
    topics[2]?.certify(3, (entry) => delete entry.body, { version: 2 });
    for (const topic of topics)
      expect(await collectFaults(topic)).toEqual({ sdk: undefined, console: undefined });
  });

  it('both find a cut tail, also under a certified state', async () => {
    const cut = talk();
    cut.bucket.objects.delete(cut.getKey(cut.last));
    expect(await collectFaults(cut)).toEqual({
      sdk: { sequence: 6, code: 'not_found' },
      console: { sequence: 6, code: 'not_found' },
    });
    // A shorter, validly certified history, which contradicts only what the reader saw before.
    const shorter = talk(3);
    shorter.seen = { sequence: 6, hash: otherHash };
    expect(await collectFaults(shorter)).toEqual({
      sdk: { sequence: 5, code: 'broken_chain' },
      console: { sequence: 5, code: 'not_found' },
    });
  });

  it('both find words that were not sealed', async () => {
    const other = duel((text) => text.replace('by bo', 'by me'));
    const later = duel();
    const { sequence } = later.entry(6);
    const reveal = JSON.parse(later.entry(6).body?.text ?? '') as JsonObject;
    const text = JSON.stringify({ ...reveal, sequence });
    later.certify(sequence, (entry) => committed(entry, text), { isRelinked: true });
    for (const topic of [other, later]) {
      const fault = { sequence: 6, code: 'broken_chain' };
      expect(await collectFaults(topic)).toEqual({ sdk: fault, console: fault });
    }
  });

  it('both find an author who had read another history', async () => {
    const topic = talk();
    topic.ledger.isForging = true;
    topic.ledger.say('bo', 'after another', { seen: { sequence: 2, hash: otherHash } });
    const fault = { sequence: 7, code: 'forked_history' };
    expect(await collectFaults(topic)).toEqual({ sdk: fault, console: fault });
  });

  it('both refuse keys that do not follow from the root', async () => {
    const topic = talk();
    const keys = new CertifiedHome().keys();
    const text = new TextDecoder().decode(keys).replace('"threshold":1', '"threshold":2');
    topic.setText(objectKey('platform_keys'), text);
    const { sdk, console } = await collectFaults(topic);
    expect(sdk).toEqual({ sequence: 0, code: console?.code });
  });

  it('both see the same first fault of two', async () => {
    const names = fc.constantFrom(...Object.keys(tamperings));
    const change = fc.record({ what: names, at: fc.integer({ min: 2, max: 5 }) });
    const property = fc.asyncProperty(change, change, async (one, other) => {
      const topic = talk();
      const changes = one.at <= other.at ? [other, one] : [one, other];
      // These changes come last: a withheld entry cannot be changed, and bytes that are not JSON cannot be certified.
      const isLast = ({ what }: { what: string }) =>
        what in bucketHolder && !what.startsWith('a certificate');
      changes.sort((a, b) => Number(isLast(a)) - Number(isLast(b)));
      for (const { what, at } of changes) tamperings[what]?.(topic, at);
      const { sdk, console } = await collectFaults(topic);
      expect(console).toEqual(sdk);
    });
    await fc.assert(property, { numRuns: 60 });
  });

  it('both pass over a pack that is wrong', async () => {
    const topic = talk(330);
    const texts = Array.from({ length: 256 }, (_, index) => topic.textAt(topic.getKey(index + 1)) ?? '');
    const key = objectKey('topic_ledger_pack', { topic_id: topicId, sequence: 1 });
    const publish = (some: string[], changes: JsonObject = {}) => {
      const body = { ...packBody(topicId, 1, some), ...changes };
      topic.bucket.objects.set(key, topic.certified.certify(key, 1, body));
    };
    const packs: (() => void)[] = [
      () => publish(texts),
      () => publish(texts.with(6, texts[7] ?? '')),
      () => publish(texts.with(6, (texts[6] ?? '').replace('line', 'lime'))),
      () => publish(texts.with(6, '{"kind":')),
      () => publish(texts, { last_sequence: 255 }),
      () => topic.setText(key, (topic.textAt(key) ?? '').replace('line', 'lime')),
    ];
    for (const pack of packs) {
      pack();
      expect(await collectFaults(topic)).toEqual({ sdk: undefined, console: undefined });
    }
  });
});
