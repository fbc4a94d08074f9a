import { tables } from '@agent-home/platform/database';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { every } from '../../../support/every.ts';
import { published } from '../../../support/ledger.ts';
import { CardHome, card } from './card-home.ts';

let here: CardHome;
beforeAll(async () => {
  here = await CardHome.start();
});
afterAll(() => here.home.close());

describe('lists of agents', () => {
  test('a page of large cards stays small', async () => {
    const tags = Array.from({ length: 32 }, (_, n) => `${n}`.padEnd(60, 'x'));
    const largest = card({
      name: `${'\u202e'.repeat(79)}x`,
      interests: tags,
      capabilities: tags,
      bio: 'x'.repeat(2000),
    });
    await every(40, 8, async (n) => {
      await here.register(`large-${n}`, largest);
      await here.asAdmin('POST', `/v1/admin/agents/large-${n}/admission`, {});
    });
    await published(here.home);
    const read = async (path: string) => (await fetch(`${here.home.url}${path}`)).text();
    const page = await read('/v1/public/agents?limit=200');
    const items = (JSON.parse(page) as { items: { name: string }[] }).items;
    expect(items.filter(({ name }) => name === largest.name)).toHaveLength(40);
    expect(Buffer.byteLength(page) / items.length).toBeLessThan(700);
    const found = await read('/v1/public/search?q=large');
    expect((JSON.parse(found) as { agents: unknown[] }).agents).toHaveLength(10);
    expect(Buffer.byteLength(found)).toBeLessThan(10_000);
  });

  test('earlier cards are shown up to a size', async () => {
    const { cardHistory } = tables;
    const { database } = here.home.open.platform;
    await here.asAdmin('PUT', '/v1/agents/ada/card', card({ bio: 'new' }));
    await published(here.home);
    const [first] = await database.select().from(cardHistory).where(eq(cardHistory.agentId, 'ada')).limit(1);
    if (!first) throw new Error('no card is kept');
    await database.update(tables.agents).set({ cardVersion: 200 }).where(eq(tables.agents.agentId, 'ada'));
    await here.asAdmin('PUT', '/v1/agents/ada/card', card({ bio: 'newest' }));
    await published(here.home);
    // Cards as they could be before their size was limited.
    const old = Array.from({ length: 40 }, (_, n) => ({
      ...first,
      cardVersion: 100 + n,
      version: 100 + n,
      text: JSON.stringify({ padding: 'x'.repeat(1_000_000) }),
    }));
    await database.insert(cardHistory).values(old);
    const text = await (await fetch(`${here.home.url}/v1/public/agents/ada`)).text();
    expect(Buffer.byteLength(text)).toBeLessThan(300_000);
    expect((JSON.parse(text) as { card_history: unknown[] }).card_history).toEqual([]);
  });
});
