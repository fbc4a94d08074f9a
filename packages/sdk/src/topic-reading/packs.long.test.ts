import { objectKey, packBody, type Signer } from '@agent-home/protocol';
import { describe, expect, test } from 'vitest';
import { signer } from '../testing/certified-home.ts';
import { topicId } from '../testing/topic-authors.ts';
import { collect, sequences, topicHome } from '../testing/topic-reading-support.ts';

const entries = 600;
/** Number of entries of one pack and some after it. */
const fewer = 270;
const packKey = (sequence: number) => objectKey('topic_ledger_pack', { topic_id: topicId, sequence });
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

/** Creates a topic of 600 entries with its packs, and records requests to the store and reports from then on. */
async function packedTopic(entries = 600) {
  const { home, ledger } = await topicHome();
  for (let index = 1; index < entries; index++) ledger.say('bo', `line ${index}`);
  const { objects } = home.bucket;
  const textAt = (sequence: number) =>
    new TextDecoder().decode(objects.get(ledger.entryKey(sequence)) ?? new Uint8Array());
  const textsFrom = (first: number, count = 256) =>
    Array.from({ length: count }, (_, index) => textAt(first + index));
  const publish = (first: number, texts: string[], changes: object = {}, by?: Signer) =>
    objects.set(
      packKey(first),
      home.certified.certify(packKey(first), 1, { ...packBody(topicId, first, texts), ...changes }, by),
    );
  publish(1, textsFrom(1));
  if (entries >= 512) publish(257, textsFrom(257));
  const failures: string[] = [];
  const onVerificationFailure = ({ code, objectKey: key }: { code: string; objectKey: string }) =>
    failures.push(`${code} ${key}`);
  const enter = async () => {
    const client = await home.connect({ onVerificationFailure });
    return { client, topic: await client.enterTopic(topicId) };
  };
  return { home, ledger, objects, textAt, textsFrom, publish, failures, enter };
}

type Packed = Awaited<ReturnType<typeof packedTopic>>;

describe('a ledger with packs', () => {
  test('a ledger is read by packs, then entry by entry', async () => {
    const { home, enter, failures } = await packedTopic();
    const { topic, client } = await enter();
    expect(sequences(await collect(topic.ledger()))).toEqual(upTo(entries));
    const ofLedger = home.bucket.gets.filter((key) => key.includes('/ledger/'));
    expect(ofLedger).toHaveLength(2 + entries - 512);
    // Further reads are manifest, state, keys and timestamp only.
    expect(home.bucket.gets.length - ofLedger.length).toBeLessThanOrEqual(5);
    expect(await client.replay(topicId)).toMatchObject({ equal: true, sequence: entries });
    expect(failures).toEqual([]);
  });

  test('a ledger without single entries is read from its packs', async () => {
    const { home, enter, objects, ledger } = await packedTopic();
    const { topic } = await enter();
    expect(sequences(await collect(topic.ledger({ after: 590 })))).toEqual(upTo(entries).slice(590));
    expect(home.bucket.gets).not.toContain(packKey(257));
    for (const sequence of upTo(512)) objects.delete(ledger.entryKey(sequence));
    const { topic: later } = await enter();
    expect(sequences(await collect(later.ledger({ after: 250 })))).toEqual(upTo(entries).slice(250));
    expect(sequences(await collect(later.ledger()))).toEqual(upTo(entries));
  });

  test('an archived topic is read from its packs alone', async () => {
    const { home, ledger, publish, textsFrom, objects, failures, enter } = await packedTopic(fewer);
    ledger.close();
    publish(257, textsFrom(257, fewer + 1 - 256));
    for (const sequence of upTo(fewer + 1)) objects.delete(ledger.entryKey(sequence));
    const { topic, client } = await enter();
    expect(sequences(await collect(topic.ledger()))).toEqual(upTo(fewer + 1));
    // Two packs, and one request for an entry which shows that it is gone.
    expect(home.bucket.gets.filter((key) => key.includes('/ledger/')).length).toBeLessThanOrEqual(5);
    const gets = home.bucket.gets.length;
    expect(sequences(await collect(topic.ledger({ after: 262 })))).toEqual(upTo(fewer + 1).slice(262));
    expect(home.bucket.gets.length - gets).toBeLessThanOrEqual(4);
    expect(await client.replay(topicId)).toMatchObject({ equal: true, sequence: fewer + 1 });
    expect(failures).toEqual([]);
  });

  test('an archived entry without a correct pack is not found', async () => {
    const { home, ledger, publish, textsFrom, objects, failures, enter } = await packedTopic(20);
    ledger.close();
    for (const sequence of upTo(21)) objects.delete(ledger.entryKey(sequence));
    objects.delete(packKey(1));
    const { topic } = await enter();
    await expect(collect(topic.ledger())).rejects.toMatchObject({ code: 'not_found' });
    publish(
      1,
      textsFrom(1, 21).map(() => 'nothing'),
    );
    await expect(collect(topic.ledger())).rejects.toMatchObject({ code: 'not_found' });
    expect(failures).not.toEqual([]);
    expect(home.bucket.gets).toContain(packKey(1));
  });

  test('a pack split by large entries is read in parts', async () => {
    const { home, ledger, publish, textsFrom, enter, failures } = await packedTopic();
    publish(1, textsFrom(1, 100));
    publish(101, textsFrom(101, 156));
    const { topic } = await enter();
    expect(sequences(await collect(topic.ledger()))).toEqual(upTo(entries));
    expect(home.bucket.gets).not.toContain(ledger.entryKey(101));
    expect(home.bucket.gets).toContain(packKey(101));
    expect(failures).toEqual([]);
  });

  const swapped = (texts: string[]) => [
    ...texts.slice(0, 5),
    texts[6] ?? '',
    texts[5] ?? '',
    ...texts.slice(7),
  ];
  const wrong: [string, string | undefined, (packed: Packed) => void][] = [
    ['missing', undefined, ({ objects }) => objects.delete(packKey(1))],
    ['cut off', 'malformed_json', ({ objects }) => cutOff(objects)],
    ['another place’s', 'wrong_object_key', (p) => moved(p)],
    ['a stranger’s', 'unknown_key', (p) => p.publish(1, p.textsFrom(1), {}, signer(77))],
    [
      'signed by a key for something else',
      'wrong_key_purpose',
      (p) => p.publish(1, p.textsFrom(1), {}, p.home.certified.timestamping),
    ],
    [
      'of a stranger’s entries',
      'unknown_key',
      (p) =>
        p.publish(
          1,
          p.textsFrom(1).map((text) => signedBy77(p, text)),
        ),
    ],
    ['not signed', 'bad_signature', ({ objects }) => edited(objects)],
    ['of other numbers', 'invalid_schema', (p) => p.publish(1, p.textsFrom(1), { last_sequence: 255 })],
    ['of other order', 'wrong_object_key', (p) => p.publish(1, swapped(p.textsFrom(1)))],
    ['of no entries', 'malformed_json', (p) => p.publish(1, p.textsFrom(1).fill('no entry', 3, 4))],
    ['of changed entries', 'bad_signature', (p) => p.publish(1, p.textsFrom(1).map(retold))],
  ];

  describe.each(wrong)('with an entry that is %s', (_, code, spoil) => {
    test('a wrong pack changes no entry that is read', async () => {
      const packed = await packedTopic(fewer);
      spoil(packed);
      const { topic, client } = await packed.enter();
      const read = await collect(topic.ledger());
      expect(read.map((entry) => JSON.stringify(entry.cert))).toEqual(
        upTo(fewer).map((sequence) => JSON.stringify(JSON.parse(packed.textAt(sequence)).cert)),
      );
      expect(packed.failures.map((failure) => failure.split(' ')[0])).toEqual(
        code === undefined ? [] : expect.arrayContaining([code]),
      );
      expect(await client.replay(topicId)).toMatchObject({ equal: true });
    });
  });

  test('a pack of another history than the state is refused', async () => {
    const packed = await packedTopic();
    const other = packed.textsFrom(1);
    packed.ledger.restart();
    for (let index = 1; index < entries; index++) packed.ledger.say('bo', `changed ${index}`);
    packed.publish(1, other);
    packed.publish(257, packed.textsFrom(257));
    const { topic } = await packed.enter();
    await expect(collect(topic.ledger())).rejects.toMatchObject({ code: 'broken_chain' });
  });
});

const getBytes = (objects: Map<string, Uint8Array>, first: number) =>
  objects.get(packKey(first)) ?? new Uint8Array();

function cutOff(objects: Map<string, Uint8Array>): void {
  objects.set(packKey(1), getBytes(objects, 1).slice(0, 5_000));
}

/** Puts a genuine pack of other entries at the key of this one. */
function moved({ home, objects, textsFrom }: Packed): void {
  const body = packBody(topicId, 257, textsFrom(1, 10));
  objects.set(packKey(1), home.certified.certify(packKey(257), 1, body));
}

/** Returns an entry with its original words, certified by a foreign key. */
function signedBy77({ home }: Packed, text: string): string {
  const { cert, ...body } = JSON.parse(text) as { cert: { object_key: string } };
  return new TextDecoder().decode(home.certified.certify(cert.object_key, 1, body, signer(77)));
}

function edited(objects: Map<string, Uint8Array>): void {
  const text = new TextDecoder().decode(getBytes(objects, 1));
  objects.set(packKey(1), new TextEncoder().encode(text.replace('line 7', 'lime 7')));
}

function retold(text: string): string {
  return text.replace('line 7', 'lime 7');
}
