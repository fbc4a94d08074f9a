import { describe, expect, test } from 'vitest';
import { feedServer, left, take } from '../testing/feed-support.ts';
import { smallHome } from '../testing/small-home.ts';
import { until } from '../testing/until.ts';

describe('the feed', () => {
  test('repeats a lost acknowledgement without a second delivery', async () => {
    const server = feedServer('topic.invited', 'topic.invited');
    server.consumeByCallsOnly();
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

  test('an agent that is behind gets one resync', async () => {
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
});
