import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardKey, TrustHome } from './trust-home.ts';

let here: TrustHome;

beforeAll(async () => {
  here = await TrustHome.start('bo', 'cy', 'di');
});
afterAll(() => here?.home.close());

const collectReads = (...agentIds: string[]) =>
  agentIds.map((agentId) => here.collectReads(cardKey(agentId)));

/** Reads are counted in the store, where no cache can hide them. */
describe('cards of a real home, read through the cache', () => {
  test('a certified card is cached and not read again', async () => {
    const agent = await here.reader('nora');
    const before = collectReads('bo');
    const card = await agent.card('bo');
    expect(card).toMatchObject({ agentId: 'bo', cardVersion: 1 });
    expect(collectReads('bo')).toEqual(before.map((reads) => reads + 1));
    for (let time = 0; time < 20; time++) expect(await agent.card('bo')).toBe(card);
    await Promise.all(Array.from({ length: 20 }, () => agent.card('bo')));
    expect(collectReads('bo')).toEqual(before.map((reads) => reads + 1));
  });

  test('a full cache drops the least recently used card', async () => {
    const clock = { ahead: 0 };
    const agent = await here.reader('olaf', {
      cache: { maxCards: 2, freshSeconds: 10, staleSeconds: 0 },
      clock: () => Date.now() + clock.ahead,
    });
    const [bo = 0, cy = 0, di = 0] = collectReads('bo', 'cy', 'di');
    for (const id of ['bo', 'cy', 'bo', 'cy']) await agent.card(id);
    expect(collectReads('bo', 'cy')).toEqual([bo + 1, cy + 1]);
    // Used more recently than the other card, it stays when a third one needs the place.
    await agent.card('bo');
    for (const id of ['di', 'di', 'bo']) await agent.card(id);
    expect(collectReads('bo', 'cy', 'di')).toEqual([bo + 1, cy + 1, di + 1]);
    await agent.card('cy');
    expect(collectReads('cy')).toEqual([cy + 2]);
    clock.ahead = 11_000;
    await agent.card('cy');
    await agent.card('cy');
    expect(collectReads('cy')).toEqual([cy + 3]);
  });
});
