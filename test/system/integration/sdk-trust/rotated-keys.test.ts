import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publishPlatformObjects } from '@agent-home/platform';
import { type JsonObject, signerOf } from '@agent-home/protocol';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { cardKey, keysKey, makeRootSet, noCache, TrustHome } from './trust-home.ts';

const minutes = 60_000;
let here: TrustHome;

beforeAll(async () => {
  here = await TrustHome.start('bo', 'cy');
});
afterAll(() => here?.home.close());

const freshSigner = () => signerOf(randomBytes(32));

describe('from the pinned root to a card', () => {
  test('an object by a new key is valid once listed', async () => {
    const clock = { ahead: 0 };
    const agent = await here.reader('nora', { clock: () => Date.now() + clock.ahead });
    await agent.card('cy');
    const next = freshSigner();
    await here.put(cardKey('bo'), await here.certifiedCard('bo', 2, next));
    clock.ahead += 1 * minutes;
    await expect(agent.card('bo')).rejects.toMatchObject({ code: 'unknown_key' });
    await here.putKeys(
      here.keyList((list) => {
        const [registry] = list.keys.filter(({ purpose }) => purpose === 'registry');
        return {
          ...list,
          keys: [...list.keys, { ...registry, key_id: next.keyId, public_key: next.publicKey }],
        };
      }),
    );
    clock.ahead += 1 * minutes;
    expect((await agent.card('bo')).cardVersion).toBe(2);
  });

  test('unknown keys do not make it fetch the key list with every object', async () => {
    const agent = await here.reader('olaf', { cache: noCache });
    const before = here.collectReads(keysKey);
    for (let version = 2; version < 22; version++) {
      await here.put(cardKey('bo'), await here.certifiedCard('bo', version, freshSigner()));
      await expect(agent.card('bo')).rejects.toMatchObject({ code: 'unknown_key' });
    }
    expect(here.collectReads(keysKey) - before).toBeLessThanOrEqual(2);
  });

  test('after a restart a key list by old roots is refused', async () => {
    const stateDirectory = await mkdtemp(join(tmpdir(), 'sdk-roots-'));
    onTestFinished(() => rm(stateDirectory, { recursive: true, force: true }));
    const newRoot = freshSigner();
    const second = makeRootSet(2, [newRoot], [...here.roots, newRoot]) as JsonObject;
    const withBoth = (version: number) =>
      here.keyList((list) => ({ ...list, version, root_sets: [...list.root_sets, second] }), [newRoot]);
    await here.putKeys(withBoth(2));
    const before = await here.reader('pia', { stateDirectory, cache: noCache });
    await before.card('bo');
    await before.close();
    await here.putKeys(here.keyList((list) => ({ ...list, version: 3 })));
    const after = await here.client('pia', { stateDirectory, cache: noCache });
    await expect(after.card('bo')).rejects.toMatchObject({ code: 'untrusted_root' });
    await here.putKeys(withBoth(4));
    const newcomer = await here.reader('quin');
    expect((await newcomer.card('bo')).agentId).toBe('bo');
  });

  // The last test, because the home itself publishes another key list.
  test('a compromised key removes its cards from the cache', async () => {
    const { home } = here;
    const topic = { topic_id: 'open', title: 'Open', visibility: 'public', mode: 'freeform' };
    await here.working(() => home.admin('POST', '/v1/admin/topics', topic));
    const clock = { ahead: 0 };
    const agent = await here.reader('rosa', { clock: () => Date.now() + clock.ahead });
    await agent.card('bo');
    const reads = here.collectReads(cardKey('bo'));
    await agent.card('bo');
    expect(here.collectReads(cardKey('bo'))).toBe(reads);
    const revoked = { reason: 'compromised', at: new Date().toISOString() };
    const list = here.keyList((current) => ({
      ...current,
      keys: current.keys.map((key) => (key.purpose === 'registry' ? { ...key, revoked } : key)),
    }));
    await publishPlatformObjects(home.open.platform, new TextDecoder().decode(list));
    clock.ahead += 1 * minutes;
    await agent.enterTopic('open').catch(() => {});
    await expect(agent.card('bo')).rejects.toMatchObject({ code: 'key_compromised' });
  });
});
