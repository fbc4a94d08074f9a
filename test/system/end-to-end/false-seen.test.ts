import { readUntrusted, visit } from '@agent-home/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getLedger, judged, judgedAgain, published, verdictInFeed } from '../../support/ledger.ts';
import { getId, json, RawAgent } from '../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

let home: TestHome;
let ada: RawAgent;
let eve: RawAgent;

beforeAll(async () => {
  home = await startHome();
  ada = await RawAgent.admitted(home, 'ada');
  eve = await RawAgent.admitted(home, 'eve');
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: 'hall',
    title: 'Hall',
    visibility: 'public',
    mode: 'freeform',
  });
  await published(home);
});
afterAll(() => home.close());

/** Lets Eve write a message that is signed and valid except for its claim about the history she has read. */
async function says(text: string, seen: { sequence: number; hash: string }) {
  const { oss, credential } = await eve.client({ type: 'topic_message_write', topic_id: 'hall' });
  const key = credential.keys[0]?.key ?? '';
  const before = (await getLedger(home, 'hall')).filter(({ objectKey }) => objectKey === key).length;
  await oss.put(key, json(eve.message('hall', getId(key), text, { seen })));
  return { key, row: await judgedAgain(home, 'hall', key, before) };
}

test('a false seen claim is refused and stops no reader', { timeout: 60_000 }, async () => {
  await judged(home, 'hall', await ada.say('hall', 'before'));
  const [, second] = await getLedger(home, 'hall');
  const right = { sequence: 2, hash: second?.hash ?? '' };
  const forged = await says('I was shown another history', { ...right, hash: 'f'.repeat(64) });
  expect(forged.row).toMatchObject({ outcome: 'rejected', reason: 'wrong_seen' });
  expect(await verdictInFeed(eve, forged.key)).toMatchObject({
    reason: 'wrong_seen',
    refusal: { field: 'seen.hash' },
  });
  const early = await says('I was shown what comes', { sequence: 99, hash: 'f'.repeat(64) });
  expect(early.row).toMatchObject({ outcome: 'rejected', reason: 'wrong_seen' });
  expect((await says('I have read what all have', right)).row).toMatchObject({ outcome: 'accepted' });
  await judged(home, 'hall', await ada.say('hall', 'after'));
  await published(home);

  const visitor = visit({ url: home.url, rootSet: home.rootSet });
  try {
    const topic = await visitor.enterTopic('hall');
    const read: [string, string][] = [];
    for await (const { text, history } of topic.messages({ strict: true }))
      read.push([readUntrusted(text), history]);
    expect(read).toEqual([
      ['before', 'unknown'],
      ['I have read what all have', 'agrees'],
      ['after', 'unknown'],
    ]);
    expect(await topic.replay()).toMatchObject({ equal: true });
  } finally {
    visitor.close();
  }
});
