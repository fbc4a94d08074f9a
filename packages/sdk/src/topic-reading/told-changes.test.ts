import { expect, test } from 'vitest';
import { feedServer, left } from '../testing/feed-support.ts';
import { smallHome } from '../testing/small-home.ts';
import { topicId } from '../testing/topic-authors.ts';
import { TopicLedger } from '../testing/topic-ledger.ts';
import { topicHome } from '../testing/topic-reading-support.ts';
import { until } from '../testing/until.ts';

const stateKey = `topics/${topicId}/state.json`;
/** Polling intervals; without a notification the idle one does not end within this test. */
const seldom = { activeMs: 5, idleMs: 60_000 };

/** Creates a follower of a topic whose feed is controlled by the test. */
async function followedHome(polling = seldom, ...waiting: string[]) {
  const server = feedServer(...waiting);
  const home = await smallHome(server.answer);
  for (const id of ['ada', 'bo'])
    home.bucket.objects.set(`agents/all/${id}.json`, home.certified.card(id, 1));
  const ledger = new TopicLedger(home);
  const client = await home.connect({ polling });
  const topic = await client.enterTopic(topicId);
  const heard: number[] = [];
  const stop = new AbortController();
  const following = (async () => {
    for await (const entry of topic.follow({ signal: stop.signal })) heard.push(entry.sequence);
  })();
  const reads = () => home.bucket.gets.filter((key) => key === stateKey).length;
  await until(() => home.api.received.some(({ path }) => path.startsWith('/v1/feed?'))).toBe(true);
  const tell = (sequence: number) =>
    server.add('topic.entry', { topic_id: topicId, payload: { sequence, outcome: 'accepted' } });
  return {
    server,
    home,
    ledger,
    client,
    heard,
    reads,
    tell,
    /** Writes a message and reports it in the feed. */
    async sayTold() {
      ledger.say('bo', 'a line');
      tell(ledger.sequence);
      await until(() => heard).toContain(ledger.sequence);
    },
    async end() {
      stop.abort();
      await following;
    },
  };
}

/** Resolves after a follower without notifications has polled this number of times. */
async function whileOthersLook(times: number): Promise<void> {
  const { home } = await topicHome();
  const topic = await (await home.connect({ polling: { activeMs: 5, idleMs: 5 } })).enterTopic(topicId);
  const stop = new AbortController();
  const following = topic.follow({ signal: stop.signal }).next();
  await until(() => home.bucket.gets.filter((key) => key === stateKey).length).toBeGreaterThan(times);
  stop.abort();
  await following;
}

test('a follower reads the state only after feed events', async () => {
  const follower = await followedHome();
  await follower.sayTold();
  // The poll that was active when the event arrived is the last.
  await whileOthersLook(20);
  const before = follower.reads();
  await whileOthersLook(50);
  expect(follower.reads()).toBe(before);
  await follower.sayTold();
  await follower.end();
});

test('a change reported before its state is waited for', async () => {
  const follower = await followedHome();
  await follower.sayTold();
  await whileOthersLook(20);
  const before = follower.reads();
  const next = follower.ledger.sequence + 1;
  follower.tell(next);
  await until(follower.reads).toBeGreaterThan(before);
  follower.ledger.say('bo', 'late');
  await until(() => follower.heard).toContain(next);
  await follower.end();
});

test('a change missing in the feed is found by polling', async () => {
  const follower = await followedHome({ activeMs: 5, idleMs: 20 });
  await follower.sayTold();
  follower.ledger.say('bo', 'untold');
  await until(() => follower.heard).toContain(follower.ledger.sequence);
  await follower.end();
});

test('unread events are acknowledged in one batch', async () => {
  const follower = await followedHome(seldom, 'topic.invited');
  for (let line = 0; line < 10; line++) await follower.sayTold();
  const calls = () => follower.home.api.received.filter(({ path }) => path === '/v1/feed/ack').length;
  expect(calls()).toBe(0);
  expect(left(follower.server)).toHaveLength(11);
  await follower.end();
  await follower.client.close();
  expect(calls()).toBe(1);
  expect(left(follower.server)).toEqual(['1']);
});
