import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256Hex } from '@agent-home/protocol';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeRootSet, signer } from '../testing/certified-home.ts';
import { keysKey, smallHome } from '../testing/small-home.ts';

const minutes = 60_000;
const cardKey = 'agents/all/bo.json';

describe('from the pinned root to a card', () => {
  test('an object by a new key is believed once the key list names that key', async () => {
    const { bucket, certified, connect, publishKeys, clock } = await smallHome();
    bucket.objects.set('agents/all/cy.json', certified.card('cy', 1));
    const home = await connect();
    await home.card('cy');
    const next = signer(20);
    bucket.objects.set(cardKey, certified.card('bo', 1, next));
    clock.now += 1 * minutes;
    await expect(home.card('bo')).rejects.toMatchObject({ code: 'unknown_key' });
    publishKeys(
      2,
      certified.keys(2, {
        keys: [
          { signer: certified.registry, purpose: 'registry' },
          { signer: next, purpose: 'registry' },
          { signer: certified.timestamping, purpose: 'timestamp' },
        ],
      }),
    );
    clock.now += 1 * minutes;
    expect((await home.card('bo')).agentId).toBe('bo');
  });

  test('unknown keys do not make it fetch the key list with every object', async () => {
    const { bucket, certified, connect } = await smallHome();
    const home = await connect();
    for (let index = 0; index < 20; index++) {
      bucket.objects.set(`agents/all/a${index}.json`, certified.card(`a${index}`, 1, signer(20)));
      await expect(home.card(`a${index}`)).rejects.toMatchObject({ code: 'unknown_key' });
    }
    expect(bucket.gets.filter((key) => key === keysKey).length).toBeLessThanOrEqual(2);
  });

  test('a compromised key takes its cards out of the cache as soon as a credential answer names the new list', async () => {
    const { bucket, certified, connect, publishKeys, heads, clock } = await smallHome();
    bucket.objects.set(cardKey, certified.card('bo', 1));
    const home = await connect();
    await home.card('bo');
    const revoked = { reason: 'compromised', at: new Date(clock.now).toISOString() } as const;
    const keys = certified.keys(2, {
      keys: [
        { signer: certified.registry, purpose: 'registry', revoked },
        { signer: certified.timestamping, purpose: 'timestamp' },
      ],
    });
    clock.now += 1 * minutes;
    publishKeys(2, keys);
    heads[keysKey] = { version: 2, sha256: sha256Hex(keys) };
    await home.enterTopic('t1').catch(() => {});
    await expect(home.card('bo')).rejects.toMatchObject({ code: 'key_compromised' });
  });

  test('the newest root set is remembered: a key list by the old roots alone is refused after a restart', async () => {
    const stateDirectory = await mkdtemp(join(tmpdir(), 'sdk-roots-'));
    onTestFinished(() => rm(stateDirectory, { recursive: true, force: true }));
    const { bucket, certified, connect, publishKeys } = await smallHome();
    bucket.objects.set(cardKey, certified.card('bo', 1));
    const second = makeRootSet(2, [signer(30)], [certified.root, signer(30)]);
    const rootSets = [certified.rootSet, second];
    publishKeys(2, certified.keys(2, { rootSets, by: signer(30) }));
    const before = await connect({ stateDirectory });
    await before.card('bo');
    await before.close();
    publishKeys(3, certified.keys(3));
    const after = await connect({ stateDirectory });
    await expect(after.card('bo')).rejects.toMatchObject({ code: 'untrusted_root' });
    publishKeys(4, certified.keys(4, { rootSets, by: signer(30) }));
    const newcomer = await connect();
    expect((await newcomer.card('bo')).agentId).toBe('bo');
  });
});
