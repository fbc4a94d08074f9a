import type { JsonObject } from '@agent-home/protocol';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readUntrusted } from '../index.ts';
import { makeRootSet, signer } from '../testing/certified-home.ts';
import { problem, type Received, type Reply } from '../testing/small-api.ts';
import { type SmallHome, smallHome } from '../testing/small-home.ts';
import { topicId } from '../testing/topic-authors.ts';
import { TopicLedger } from '../testing/topic-ledger.ts';
import { visit } from './visit.ts';

const entriesKey = (sequence: number) =>
  `topics/${topicId}/ledger/${String(sequence).padStart(10, '0')}.json`;

/** A home that shows its bucket to everybody, as `/v1/public` does, and knows no agent. */
async function publicHome(): Promise<{ home: SmallHome; ledger: TopicLedger }> {
  const objects = () => home.bucket.objects;
  const text = (key: string) => Buffer.from(objects().get(key) ?? []).toString();
  const answer = ({ method, path }: Received): Reply => {
    const url = new URL(path, 'http://home');
    if (method !== 'GET') return problem(401, 'unauthenticated');
    if (url.pathname === '/v1/public/objects') {
      const key = url.searchParams.get('key') ?? '';
      return objects().has(key) ? { text: text(key) } : problem(404, 'not_found');
    }
    const entries: JsonObject[] = [];
    const first = Number(url.searchParams.get('after')) + 1;
    const limit = Number(url.searchParams.get('limit'));
    for (let at = first; at < first + limit && objects().has(entriesKey(at)); at++)
      entries.push({ object_key: entriesKey(at), version: 1, text: text(entriesKey(at)) });
    return { body: { entries, published_sequence: first + entries.length - 1 } };
  };
  const home: SmallHome = await smallHome(answer);
  for (const id of ['ada', 'bo'])
    home.bucket.objects.set(`agents/all/${id}.json`, home.certified.card(id, 1));
  return { home, ledger: new TopicLedger(home) };
}

function visitorOf(home: SmallHome, rootSet = home.certified.rootSet) {
  const visitor = visit({ url: home.api.url, rootSet, clock: () => home.clock.now });
  onTestFinished(() => visitor.close());
  return visitor;
}

describe('a visitor', () => {
  test('reads what everybody is shown without a key, verified as an agent verifies it', async () => {
    const { home, ledger } = await publicHome();
    for (let index = 0; index < 120; index++) ledger.say('bo', `line ${index}`);
    const topic = await visitorOf(home).enterTopic(topicId);
    const lines: string[] = [];
    for await (const message of topic.messages()) {
      expect(message.authorSignature).toBe('valid');
      lines.push(readUntrusted(message.text));
    }
    expect(lines).toEqual(Array.from({ length: 120 }, (_, index) => `line ${index}`));
    expect(await topic.replay()).toMatchObject({ equal: true, sequence: 121 });
    expect(
      home.api.received.every(({ method, headers }) => method === 'GET' && !('signature' in headers)),
    ).toBe(true);
    // By the page: a request for each entry would be a flood.
    expect(home.api.to(`/v1/public/topics/${topicId}/ledger`).length).toBeLessThan(12);
  });

  test('what a home changed in what it shows to everybody is refused, wherever it stands', async () => {
    const { home, ledger } = await publicHome();
    for (let index = 0; index < 4; index++) ledger.say('bo', `line ${index}`);
    const { objects } = home.bucket;
    const changes: [key: string, code: string][] = [
      [entriesKey(3), 'bad_signature'],
      [`topics/${topicId}/state.json`, 'bad_signature'],
      [`topics/${topicId}/manifest.json`, 'bad_signature'],
      ['platform/timestamp.json', 'bad_signature'],
    ];
    for (const [key, code] of changes) {
      const before = objects.get(key) ?? new Uint8Array();
      const changed = Buffer.from(before)
        .toString()
        .replace(/("issued_at":"[^"]*)0Z"/, (_, start: string) => `${start}1Z"`);
      objects.set(key, new Uint8Array(Buffer.from(changed)));
      const read = async () => (await visitorOf(home).enterTopic(topicId)).replay();
      await expect(read(), key).rejects.toMatchObject({ name: 'VerificationError', code });
      objects.set(key, before);
    }
    const otherRoot = makeRootSet(1, [signer(40)], [signer(40)]);
    await expect(visitorOf(home, otherRoot).enterTopic(topicId)).rejects.toMatchObject({
      code: 'untrusted_root',
    });
  });

  test('where people have to sign in, it is told so', async () => {
    const home = await smallHome(() => problem(401, 'unauthenticated'));
    await expect(visitorOf(home).enterTopic(topicId)).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});

test('an agent tells a home of another root nothing of itself', async () => {
  const home = await smallHome();
  const rootSet = makeRootSet(1, [signer(40)], [signer(40)]);
  const agent = await home.connect({ rootSet });
  const card = { name: 'Ada', personality: { extrovert: 0, curious: 1, creative: 0, stable: 1 } };
  await expect(agent.register(card)).rejects.toMatchObject({ code: 'untrusted_root' });
  expect(home.api.received.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /v1/keys']);
});
