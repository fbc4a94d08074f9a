import { describe, expect, test } from 'vitest';
import { makeRootSet, signer } from '../testing/certified-home.ts';
import { keysKey, smallHome, timestampKey } from '../testing/small-home.ts';

const minutes = 60_000;
const cardKey = 'agents/all/bo.json';

describe('from the pinned root to a card', () => {
  test('keys are fetched once and kept while their timestamp is young', async () => {
    const { bucket, certified, connect, clock } = await smallHome();
    for (const id of ['bo', 'cy']) bucket.objects.set(`agents/all/${id}.json`, certified.card(id, 1));
    const home = await connect();
    await home.card('bo');
    clock.now += 30 * minutes;
    await home.card('cy');
    expect(bucket.gets.filter((key) => key === keysKey)).toHaveLength(1);
  });

  test('another home’s root is refused', async () => {
    const { bucket, certified, connect } = await smallHome();
    bucket.objects.set(cardKey, certified.card('bo', 1));
    const failures: string[] = [];
    const stranger = makeRootSet(1, [signer(66)], [signer(66)]);
    const home = await connect({
      rootSet: stranger,
      onVerificationFailure: ({ code }) => failures.push(code),
    });
    await expect(home.card('bo')).rejects.toMatchObject({ code: 'untrusted_root' });
    expect(failures).toEqual(['untrusted_root']);
  });

  test('within the hour an old timestamp is borne, after it nothing is trusted', async () => {
    const { bucket, certified, connect, clock } = await smallHome();
    for (const id of ['bo', 'cy', 'di']) bucket.objects.set(`agents/all/${id}.json`, certified.card(id, 1));
    const home = await connect();
    await home.card('bo');
    clock.now += 59 * minutes;
    await home.card('cy');
    clock.now += 2 * minutes;
    await expect(home.card('di')).rejects.toMatchObject({ code: 'stale', objectKey: timestampKey });
  });

  test('a key list that the timestamp does not name is refused', async () => {
    const { bucket, certified, connect } = await smallHome();
    bucket.objects.set(cardKey, certified.card('bo', 1));
    bucket.objects.set(keysKey, certified.keys(2));
    const home = await connect();
    await expect(home.card('bo')).rejects.toMatchObject({ code: 'outdated_keys', objectKey: keysKey });
  });

  test('a rotation that is under way is waited out once', async () => {
    const { bucket, certified, connect, publishKeys } = await smallHome();
    bucket.objects.set(cardKey, certified.card('bo', 1));
    bucket.objects.set(keysKey, certified.keys(2));
    let reads = 0;
    bucket.beforeAnswer = (key) => {
      if (key === timestampKey && ++reads === 1) queueMicrotask(() => publishKeys(2, certified.keys(2)));
    };
    const home = await connect();
    expect((await home.card('bo')).agentId).toBe('bo');
  });
});
