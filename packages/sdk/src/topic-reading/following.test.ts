import { describe, expect, test } from 'vitest';
import { topicId } from '../testing/topic-authors.ts';
import { collect, topicHome } from '../testing/topic-reading-support.ts';
import { until } from '../testing/until.ts';

const polling = { activeMs: 5, idleMs: 20 };
const stateKey = `topics/${topicId}/state.json`;

describe('following a topic', () => {
  test('gives what is new as it comes and ends when the topic is closed', async () => {
    const { home, ledger } = await topicHome();
    ledger.say('bo', 'before');
    const topic = await (await home.connect({ polling })).enterTopic(topicId);
    const heard: number[] = [];
    const following = (async () => {
      for await (const entry of topic.follow()) heard.push(entry.sequence);
    })();
    await until(() => home.bucket.gets.filter((key) => key === stateKey).length).toBeGreaterThan(2);
    ledger.say('bo', 'one');
    await until(() => heard).toEqual([3]);
    ledger.say('bo', 'two');
    ledger.say('bo', 'three');
    ledger.close();
    await following;
    expect(heard).toEqual([3, 4, 5, 6]);
  });

  test('waits out an old state without accepting it', async () => {
    const { home, ledger } = await topicHome();
    const old = ledger.publishState();
    ledger.say('bo', 'one');
    const failures: string[] = [];
    const onVerificationFailure = ({ code }: { code: string }) => {
      failures.push(code);
      if (failures.length > 1) return;
      ledger.say('bo', 'two');
      ledger.close();
    };
    const topic = await (await home.connect({ polling, onVerificationFailure })).enterTopic(topicId);
    const heard: number[] = [];
    for await (const entry of topic.follow({ after: 0 })) {
      heard.push(entry.sequence);
      if (entry.sequence === 2) home.bucket.objects.set(stateKey, old);
    }
    expect(failures).toEqual(['rollback']);
    expect(heard).toEqual([1, 2, 3, 4]);
  });

  test('an old state that stays is not waited out for ever', async () => {
    const { home, ledger } = await topicHome();
    const old = ledger.publishState();
    ledger.say('bo', 'one');
    const topic = await (await home.connect({ polling })).enterTopic(topicId);
    const following = async () => {
      for await (const entry of topic.follow({ after: 0 })) {
        if (entry.sequence === 2) home.bucket.objects.set(stateKey, old);
      }
    };
    await expect(following()).rejects.toMatchObject({ code: 'rollback' });
  });

  test.each(['signal', 'close'])('ends quietly by %s', async (by) => {
    const { home } = await topicHome();
    const client = await home.connect({ polling });
    const topic = await client.enterTopic(topicId);
    const stop = new AbortController();
    const following = collect(topic.follow({ signal: stop.signal }));
    await until(() => home.bucket.gets.includes(stateKey)).toBe(true);
    if (by === 'signal') stop.abort();
    else await client.close();
    expect(await following).toEqual([]);
  });
});
