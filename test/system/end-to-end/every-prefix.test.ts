import { tables } from '@agent-home/platform/database';
import { objectKeyTable, parseObjectKey } from '@agent-home/protocol';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { writeEverywhere } from '../../support/every-prefix.ts';
import { openSmqPusher } from '../../support/smq-pusher.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

let home: TestHome;
beforeAll(async () => {
  home = await startHome();
});
afterAll(() => home.close());

const recorded = (key: string) =>
  home.open.platform.database.select().from(tables.storeEvents).where(eq(tables.storeEvents.objectKey, key));

test('writes except heartbeats are recorded', async () => {
  const written = await writeEverywhere(home, (agent, credential, key, bytes) =>
    agent.open(credential).put(key, bytes),
  );
  for (const { key, outcomes } of written) {
    if (outcomes.length === 0) continue;
    await eventually(async () => {
      const rows = await recorded(key);
      expect(rows.length, key).toBeGreaterThan(0);
      for (const row of rows) {
        expect(outcomes, key).toContain(row.outcome);
        expect(row.eventType, key).toMatch(/^ObjectCreated:/);
        expect(Math.abs(row.occurredAt.getTime() - Date.now())).toBeLessThan(120_000);
      }
    });
  }
  for (const { key } of written.filter(({ outcomes }) => outcomes.length === 0))
    expect(await recorded(key), key).toEqual([]);
  // The table of this test has every kind that an agent or the platform writes for a container or an agent.
  const kinds = new Set(written.map(({ key }) => parseObjectKey(key)?.kind));
  // A pack is stored under the prefix of its entries, and only after 256 of them.
  const without = ['presence', 'topic_ledger_pack', 'platform_keys', 'platform_timestamp'];
  expect(Object.keys(objectKeyTable).filter((kind) => !kinds.has(kind as never))).toEqual(without);
});

test('removed work is an event, unknown folders are ignored', async () => {
  const key = 'tasks/work/agents/ada/a/deep/piece.bin';
  await home.open.platform.store.delete(key);
  await eventually(async () => {
    const rows = await recorded(key);
    expect(rows.map(({ eventType, outcome }) => [eventType.split(':')[0], outcome])).toContainEqual([
      'ObjectRemoved',
      'artifact',
    ]);
  });
  const push = await openSmqPusher(home);
  const foreign = 'tasks/work/agents/nobody/index.json';
  await push([{ key: foreign }]);
  expect((await recorded(foreign)).map(({ outcome }) => outcome)).toEqual(['no_ticket']);
  for (const other of [
    'tasks/work/agents/',
    'tasks/work/other.json',
    'tasks/WORK/agents/ada/x',
    'elsewhere',
  ]) {
    await push([{ key: other }]);
    expect(await recorded(other), other).toEqual([]);
  }
});
