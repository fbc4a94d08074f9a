import { describe, expect, test } from 'vitest';
import { FeedSubscriptions } from './feed-subscriptions.ts';

/** Records the notified subscribers by name, in order. */
function hearers(subscriptions: FeedSubscriptions) {
  const woken: string[] = [];
  const wait = (who: string, names: string[], since = subscriptions.heard) =>
    subscriptions.subscribe(names, since, () => woken.push(who));
  return { woken, wait };
}

describe('subscribers of events', () => {
  test('an event notifies only the polls that wait for it', () => {
    const subscriptions = new FeedSubscriptions();
    const { woken, wait } = hearers(subscriptions);
    for (let agent = 0; agent < 10_000; agent++) wait(`a${agent}`, [`a${agent}`, `topic/t${agent % 5_000}`]);
    subscriptions.tell('topic/t7');
    expect(woken).toEqual(['a7', 'a5007']);
    subscriptions.tell('a9');
    subscriptions.tell('topic/other');
    expect(woken).toEqual(['a7', 'a5007', 'a9']);
  });

  test('an event between a query and the wait is delivered', async () => {
    const subscriptions = new FeedSubscriptions();
    const { woken, wait } = hearers(subscriptions);
    subscriptions.tell('topic/before');
    const since = subscriptions.heard;
    subscriptions.tell('topic/t');
    wait('in time', ['ada', 'topic/t'], since);
    wait('of another topic', ['bo', 'topic/other'], since);
    wait('of what was there at the look', ['cy', 'topic/before'], since);
    await Promise.resolve();
    expect(woken).toEqual(['in time']);
  });

  test('a subscriber behind the memory reads again', async () => {
    const subscriptions = new FeedSubscriptions();
    const { woken, wait } = hearers(subscriptions);
    const since = subscriptions.heard;
    for (let index = 0; index <= 10_000; index++) subscriptions.tell(`topic/t${index}`);
    wait('late', ['topic/quiet'], since);
    wait('now', ['topic/quiet']);
    await Promise.resolve();
    expect(woken).toEqual(['late']);
  });

  test('reads again once after a reconnect', () => {
    const subscriptions = new FeedSubscriptions();
    const { woken, wait } = hearers(subscriptions);
    wait('ada', ['ada', 'topic/t', 'topic/u']);
    wait('bo', ['bo', 'topic/t']);
    subscriptions.notifyAll();
    expect(woken.toSorted()).toEqual(['ada', 'bo']);
  });

  test('nothing is kept of who waits no more', () => {
    const subscriptions = new FeedSubscriptions();
    const { woken, wait } = hearers(subscriptions);
    const releases = [
      wait('ada', ['ada', 'topic/t']),
      wait('bo', ['bo', 'topic/t']),
      wait('error', ['error']),
    ];
    expect(subscriptions.size).toBe(4);
    for (const release of releases) release();
    expect(subscriptions.size).toBe(0);
    subscriptions.tell('topic/t');
    expect(woken).toEqual([]);
  });
});
