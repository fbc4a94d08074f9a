import { describe, expect, test } from 'vitest';
import { feedServer, left, take } from '../testing/feed-support.ts';
import { smallHome } from '../testing/small-home.ts';
import { until } from '../testing/until.ts';

describe('the feed', () => {
  test('consumes an event with the next request', async () => {
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

  test('later events resume the iteration and are acknowledged', async () => {
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

  test('an event finished at once is consumed by the next read', async () => {
    const server = feedServer();
    const { connect, api } = await smallHome(server.answer);
    const home = await connect();
    const stop = new AbortController();
    const heard: string[] = [];
    const iterating = (async () => {
      for await (const event of home.feed({ signal: stop.signal })) heard.push(event.event_id);
    })();
    await until(() => api.received.length).toBeGreaterThan(0);
    for (const id of ['1', '2', '3']) {
      server.add('topic.invited');
      await until(() => left(server)).toEqual([]);
      expect(heard).toContain(id);
    }
    expect(api.received.filter(({ path }) => path === '/v1/feed/ack')).toEqual([]);
    stop.abort();
    await iterating;
    expect(heard).toEqual(['1', '2', '3']);
  });

  test('acknowledges by calls where reads do not consume', async () => {
    const server = feedServer();
    server.consumeByCallsOnly();
    const { connect, api } = await smallHome(server.answer);
    const home = await connect();
    const stop = new AbortController();
    const iterating = (async () => {
      for await (const event of home.feed({ signal: stop.signal })) expect(event.topic_id).toBe('t1');
    })();
    await until(() => api.received.length).toBeGreaterThan(0);
    for (let event = 0; event < 2; event++) {
      server.add('topic.invited');
      await until(() => left(server)).toEqual([]);
    }
    expect(api.received.filter(({ path }) => path.includes('&ack='))).toEqual([]);
    stop.abort();
    await iterating;
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
