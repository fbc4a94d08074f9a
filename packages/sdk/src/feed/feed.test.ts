import { describe, expect, test } from 'vitest';
import type { AgentHome } from '../home/agent-home.ts';
import type { Received, Reply } from '../testing/small-api.ts';
import { smallHome } from '../testing/small-home.ts';
import { until } from '../testing/until.ts';
import type { FeedItem } from './feed.ts';

interface Stored {
  event_id: string;
  event_type: string;
}

/** A feed that keeps every event until it is consumed, and reads on from a cursor, as the home does. */
function feedServer(...types: string[]) {
  const events: Stored[] = types.map((event_type, index) => ({ event_id: String(index + 1), event_type }));
  let last = events.length;
  let behind: { missed_from: string; missed_until: string; cursor: string } | undefined;
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const resolve of waiting) resolve();
    waiting.clear();
  };
  return {
    events,
    /** Drops what is there for its age. */
    drop() {
      events.length = 0;
      const moment = '2026-03-01T12:00:00.000Z';
      behind = { missed_from: moment, missed_until: moment, cursor: '0' };
    },
    isBehind: () => behind !== undefined,
    add(event_type: string) {
      events.push({ event_id: String(++last), event_type });
      wake();
    },
    async answer(received: Received): Promise<Reply | undefined> {
      if (received.path === '/v1/feed/ack') {
        const { event_ids, cursor } = JSON.parse(received.body) as { event_ids: string[]; cursor?: string };
        if (cursor !== undefined) behind = undefined;
        for (const id of event_ids) {
          const index = events.findIndex((event) => event.event_id === id);
          if (index >= 0) events.splice(index, 1);
        }
        return { body: { acknowledged: event_ids.length } };
      }
      if (!received.path.startsWith('/v1/feed?')) return undefined;
      const after = new URL(received.path, 'http://home').searchParams.get('after');
      const news = () => events.filter(({ event_id }) => Number(event_id) > Number(after ?? 0));
      const gone = after === null && behind ? { behind } : {};
      if (news().length === 0 && !('behind' in gone))
        await new Promise<void>((resolve) => waiting.add(resolve));
      return { body: { events: news().map(full), cursor: String(last), ...gone } };
    },
  };
}

const full = (event: Stored) => ({
  ...event,
  topic_id: 't1',
  object_key: null,
  occurred_at: '2026-03-01T12:00:00.000Z',
  payload: {},
});

async function take(home: AgentHome, count: number): Promise<string[]> {
  const taken: FeedItem[] = [];
  for await (const event of home.feed()) {
    taken.push(event);
    if (taken.length === count) break;
  }
  return taken.map((event) => event.event_id);
}

const left = (server: { events: Stored[] }) => server.events.map((event) => event.event_id);

describe('the feed', () => {
  test('an event is consumed when the next is asked for; the last one taken comes again', async () => {
    const server = feedServer('topic.invited', 'agent.admitted', 'topic.invited');
    const { connect } = await smallHome(server.answer);
    const home = await connect();
    expect(await take(home, 2)).toEqual(['1', '2']);
    expect(left(server)).toEqual(['2', '3']);
    expect(await take(home, 2)).toEqual(['2', '3']);
    expect(left(server)).toEqual(['3']);
    const restarted = await connect();
    expect(await take(restarted, 1)).toEqual(['3']);
  });

  test('an explicit ack consumes at once', async () => {
    const server = feedServer('topic.invited', 'topic.invited');
    const { connect } = await smallHome(server.answer);
    const home = await connect();
    for await (const event of home.feed()) {
      await event.ack();
      break;
    }
    expect(left(server)).toEqual(['2']);
  });

  test('what comes later wakes the iteration, and everything is acknowledged in the end', async () => {
    const server = feedServer();
    const { connect, api } = await smallHome(server.answer);
    const home = await connect();
    const stop = new AbortController();
    const heard: string[] = [];
    const iterating = (async () => {
      for await (const event of home.feed({ signal: stop.signal })) heard.push(event.event_type);
    })();
    await until(() => api.received.length).toBeGreaterThan(0);
    server.add('topic.invited');
    await until(() => heard).toEqual(['topic.invited']);
    server.add('topic.turn_started');
    await until(() => heard).toEqual(['topic.invited', 'topic.turn_started']);
    await until(() => left(server)).toEqual([]);
    stop.abort();
    await iterating;
  });

  test('an acknowledgement that got lost is made up for, and the event is not given twice', async () => {
    const server = feedServer('topic.invited', 'topic.invited');
    let lose = 1;
    const { connect } = await smallHome((received) =>
      received.path === '/v1/feed/ack' && lose-- > 0 ? { status: 500 } : server.answer(received),
    );
    const home = await connect();
    const stop = new AbortController();
    const heard: string[] = [];
    const iterating = (async () => {
      for await (const event of home.feed({ signal: stop.signal })) heard.push(event.event_id);
    })();
    await until(() => left(server)).toEqual([]);
    expect(heard).toEqual(['1', '2']);
    stop.abort();
    await iterating;
  });

  test('an agent that is behind is told to read its topics anew, once', async () => {
    const server = feedServer('topic.invited');
    server.drop();
    server.add('topic.invited');
    const { connect } = await smallHome(server.answer);
    const home = await connect();
    const heard: string[] = [];
    for await (const event of home.feed()) {
      heard.push(event.event_type);
      await event.ack();
      if (heard.length === 2) break;
    }
    expect([heard, server.isBehind(), left(server)]).toEqual([['feed.resync', 'topic.invited'], false, []]);
    const restarted = await connect();
    server.add('agent.suspended');
    expect(await take(restarted, 1)).toEqual(['3']);
  });

  test('is iterated by one at a time', async () => {
    const server = feedServer('topic.invited');
    const { connect } = await smallHome(server.answer);
    const home = await connect();
    const first = home.feed();
    await first.next();
    await expect(home.feed().next()).rejects.toMatchObject({ code: 'feed_in_use' });
    await first.return();
    expect(await take(home, 1)).toEqual(['1']);
  });

  test('closing the client ends the iteration quietly', async () => {
    const server = feedServer();
    const { connect, api } = await smallHome(server.answer);
    const home = await connect();
    const iterating = take(home, 1);
    await until(() => api.received.length).toBeGreaterThan(0);
    await home.close();
    expect(await iterating).toEqual([]);
  });
});
