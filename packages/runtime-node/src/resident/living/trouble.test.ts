import { decodeMarkdown } from '@agent-home/agent-runtime/definition';
import { objectKey } from '@agent-home/protocol';
import type { AgentHome, FeedItem, Topic } from '@agent-home/sdk';
import { expect, test } from 'vitest';
import { Hearing } from '../waking/hearing.ts';
import { liveByFeed, liveByTurns } from './live-in-topic.ts';
import { residentPrompt } from './resident-prompt.ts';
import type { TopicSession } from './topic-session.ts';

test('a resident arrives once, however often its home is away', async () => {
  const said = (sequence: number) => ({
    event_type: 'topic.entry',
    topic_id: 'hall',
    object_key: objectKey('topic_message', {
      topic_id: 'hall',
      agent_id: 'ada',
      message_id: `00000${sequence}`,
    }),
    payload: { outcome: 'accepted', sequence },
  });
  const woken: string[] = [];
  // Simulates a home that is unavailable after each message.
  const session = {
    wake: async ({ kind }: { kind: string }) => {
      woken.push(kind);
      if (kind === 'feed') throw new Error('the home is away');
      return { runId: 'run_1', state: { ended: { status: 'answered' } } };
    },
  } as unknown as TopicSession;
  const hearing = new Hearing();
  const arrived = new Set<string>();
  const living = {
    topic: { topicId: 'hall' } as Topic,
    session,
    pace: { answerMs: () => 0 },
    hearing,
    arrived,
  };
  const { signal } = new AbortController();
  for (const sequence of [1, 2, 3]) {
    const feed = async function* () {
      yield said(sequence) as unknown as FeedItem;
    };
    await hearing.listen({ feed: feed as AgentHome['feed'] }, 'lamp', signal);
    await expect(liveByFeed(living, signal)).rejects.toThrow('the home is away');
  }
  expect(woken).toEqual(['arrival', 'feed', 'feed', 'feed']);
});

test('an unreadable prompt reference is an error', async () => {
  const home = { prompt: async () => 'certified' };
  const of = (reference: string) =>
    decodeMarkdown(
      `---\nkind: agent\nname: lamp\ntitle: Lamp\nmodel: m\npromptRef: ${reference}\ntools: { allow: [] }\n---\n`,
    );
  expect(await residentPrompt(of('home://round_table/host'), home)).toMatch(/^certified\n/);
  for (const reference of ['home://Round_Table', 'home://a/b/c', 'home://'])
    await expect(async () => residentPrompt(of(reference), home), reference).rejects.toThrow();
});

test('takes a seat again only after an outsider has spoken', async () => {
  const heard = (agentId: string, sequence: number) =>
    ({
      event_type: 'topic.entry',
      topic_id: 'table',
      object_key: objectKey('topic_message', {
        topic_id: 'table',
        agent_id: agentId,
        message_id: '000001',
      }),
      payload: { outcome: 'accepted', sequence },
    }) as unknown as FeedItem;
  const stopping = new AbortController();
  const { signal } = stopping;
  const hearing = new Hearing(['lamp']);
  const woken: number[] = [];
  const session = {
    wake: async () => {
      woken.push(woken.length);
      if (woken.length === 2) stopping.abort();
      return { runId: 'run_1', state: { ended: { status: 'answered' } } };
    },
  } as unknown as TopicSession;
  const topic = {
    topicId: 'table',
    waitForTurn: async () => ({ turnId: `turn_${woken.length}`, expiresAt: 'later' }),
    context: async () => ({}),
  } as unknown as Topic;
  let pauses = 0;
  const pace = {
    answerMs() {
      pauses += 1;
      return 0;
    },
  };
  const living = liveByTurns(topic, session, signal, { reply: { hearing, pace } });
  const getFeed = (item: FeedItem) => ({
    feed: async function* () {
      yield item;
    } as AgentHome['feed'],
  });
  await hearing.listen(getFeed(heard('lamp', 1)), 'spring', signal);
  expect(woken).toHaveLength(1);
  await hearing.listen(getFeed(heard('ada', 2)), 'spring', signal);
  await living.catch((error: unknown) => expect(error).toBe(signal.reason));
  expect(woken).toHaveLength(2);
  expect(pauses).toBeGreaterThan(0);
});

test('answers an outsider during the long pause after a neighbour', async () => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const hearing = new Hearing([], ['moss']);
  const answered: unknown[] = [];
  const session = {
    wake: async (wakeUp: { kind: string; sequence?: number }) => {
      if (wakeUp.kind === 'feed') answered.push(wakeUp.sequence);
      if (answered.length === 1) stopping.abort();
      return { runId: 'run_1', state: { ended: { status: 'answered' } } };
    },
  } as unknown as TopicSession;
  const hours = 3_600_000;
  let pauses = 0;
  const pace = {
    answerMs: () => 0,
    neighbourMs() {
      pauses += 1;
      return hours;
    },
  };
  const topic = { topicId: 'hall' } as Topic;
  const living = liveByFeed({ topic, session, pace, hearing, arrived: new Set(['hall']) }, signal);
  const speak = async (agentId: string, sequence: number) => {
    const item = {
      event_type: 'topic.entry',
      topic_id: 'hall',
      object_key: objectKey('topic_message', { topic_id: 'hall', agent_id: agentId, message_id: '000001' }),
      payload: { outcome: 'accepted', sequence },
    } as unknown as FeedItem;
    const feed = async function* () {
      yield item;
    } as AgentHome['feed'];
    await hearing.listen({ feed }, 'lamp', signal);
  };
  await speak('moss', 1);
  await expect.poll(() => pauses).toBe(1);
  expect(answered).toEqual([]);
  await speak('ada', 2);
  await living.catch((error: unknown) => expect(error).toBe(signal.reason));
  expect(answered).toEqual([2]);
});

test('starts one run at each turn', async () => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const offered = ['turn_1', 'turn_2', 'turn_2', 'turn_3'];
  const returned: unknown[] = [];
  const woken: string[] = [];
  let current = '';
  const session = {
    wake: async ({ turnId }: { turnId: string }) => {
      woken.push(turnId);
      if (turnId === 'turn_3') stopping.abort();
      return { runId: 'run_1', state: { ended: { status: 'answered' } } };
    },
  } as unknown as TopicSession;
  const topic = {
    topicId: 'table',
    waitForTurn: async () => {
      current = offered.shift() ?? current;
      return { turnId: current, expiresAt: 'later' };
    },
    context: async () => ({ turn: { isOurs: true, turnId: current } }),
    request: async (_: string, { turn_id }: { turn_id: string }) => returned.push(turn_id),
  } as unknown as Topic;
  await liveByTurns(topic, session, signal, { latest: 'turn_1' });
  expect(woken).toEqual(['turn_2', 'turn_3']);
  expect(returned).toEqual(['turn_1', 'turn_2', 'turn_2', 'turn_3']);
});
