import { randomBytes } from 'node:crypto';
import { signerOf } from '@agent-home/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
import { keysKey, makeRootSet, TrustHome, timestampKey } from './trust-home.ts';

const minutes = 60_000;
let here: TrustHome;

beforeAll(async () => {
  here = await TrustHome.start('bo', 'cy', 'di');
});
afterAll(() => here?.home.close());

const ago = (time: number) => new Date(Date.now() - time);

/** Returns the home's keys with a start a day ago, and a timestamp of the given age. */
const getPutTimestamp = (age: number) => {
  const valid_from = ago(24 * 60 * minutes).toISOString();
  const keyList = here.keyList((list) => ({
    ...list,
    keys: list.keys.map((key) => ({ ...key, valid_from })),
  }));
  return here.putKeys(keyList, ago(age));
};

describe('from the pinned root to a card', () => {
  test('keys are fetched once and kept while their timestamp is young', async () => {
    await getPutTimestamp(30 * minutes);
    const agent = await here.reader('nora');
    const before = here.collectReads(keysKey);
    for (const id of ['bo', 'cy', 'di']) await agent.card(id);
    expect(here.collectReads(keysKey) - before).toBe(1);
  });

  test('another home’s root is refused', async () => {
    const stranger = signerOf(randomBytes(32));
    const failures: string[] = [];
    // Registered under the home's own root first, because registration fails with another root.
    await here.reader('olaf');
    const agent = await here.client('olaf', {
      rootSet: makeRootSet(1, [stranger], [stranger]),
      onVerificationFailure: ({ code }) => failures.push(code),
    });
    await expect(agent.card('bo')).rejects.toMatchObject({ code: 'untrusted_root' });
    expect(failures).toEqual(['untrusted_root']);
  });

  test('within the hour an old timestamp is borne, after it nothing is trusted', async () => {
    await getPutTimestamp(58 * minutes);
    const clock = { ahead: 0 };
    const agent = await here.reader('pia', { clock: () => Date.now() + clock.ahead });
    await agent.card('bo');
    clock.ahead = minutes;
    await agent.card('cy');
    clock.ahead = 3 * minutes;
    await expect(agent.card('di')).rejects.toMatchObject({ code: 'stale', objectKey: timestampKey });
  });

  test('a key list that the timestamp does not name is refused', async () => {
    await here.put(
      keysKey,
      here.keyList((list) => list),
    );
    const agent = await here.reader('quin');
    await expect(agent.card('bo')).rejects.toMatchObject({ code: 'outdated_keys', objectKey: keysKey });
  });

  test('a rotation that is under way is waited out once', async () => {
    const next = here.keyList((list) => list);
    await here.put(keysKey, next);
    const agent = await here.reader('rosa');
    const before = here.collectReads(timestampKey);
    const reading = agent.card('bo');
    await eventually(() => expect(here.collectReads(timestampKey)).toBeGreaterThan(before));
    await here.put(timestampKey, here.timestamp(next));
    expect((await reading).agentId).toBe('bo');
  });
});
