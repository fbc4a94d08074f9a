import { deleteExpired, writeBackup } from '@agent-home/platform';
import { tables } from '@agent-home/platform/database';
import { and, eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { witness } from '../../../support/drill.ts';
import { eventually } from '../../../support/eventually.ts';
import { published } from '../../../support/ledger.ts';
import { RawAgent } from '../../../support/raw-agent.ts';
import { type RestorableHome, startRestorableHome } from '../../../support/restorable-home.ts';
import { archive, collectKeys, keptDays, ledgerInBucket, restFor } from '../ledger-packs/archived.ts';
import { readPack, sayMany } from '../ledger-packs/many-lines.ts';
import { openTopic } from './topics-and-cards.ts';

const topicIds = ['old', 'gone', 'lively', 'half'];
const { ledgerPacks, publishedObjects, storeEvents, topics } = tables;

/**
 * Returns a restored home that lost its database. After its backup one topic was archived and a line of it
 * erased, another was opened, closed and archived, and a third stays open.
 */
async function livedAndRestored(hasBackup: boolean) {
  const home = await startRestorableHome();
  const file = `${home.folder}/home.backup`;
  const ann = await witness(home, 'ann');
  const ada = await RawAgent.admitted(home, 'ada');
  const fill = async (topicId: string, lines: number) => {
    await openTopic(home, topicId, 'freeform');
    await published(home);
    await sayMany(home, ada, topicId, lines, (number) => `${topicId} ${number}.`);
  };
  const close = async (topicId: string) => {
    await home.admin('POST', `/v1/admin/topics/${topicId}/actions`, { action: 'close' });
    await published(home);
    await archive(home, topicId);
  };
  await fill('old', 300);
  await fill('lively', 262);
  await writeBackup(home.settings.databaseUrl, file, { now: new Date() });
  await close('old');
  await home.admin('POST', '/v1/topics/old/moderation', { action: 'redact', sequence: 9 });
  await eventually(async () => expect((await readPack(home, ada, 'old', 1)).version).toBe(2));
  await fill('gone', 20);
  await close('gone');
  await fill('half', 40);
  await home.admin('POST', '/v1/admin/topics/half/actions', { action: 'close' });
  await published(home);
  await archiveHalf(home);
  await published(home);
  for (const id of topicIds) expect(await ann.agent.replay(id)).toMatchObject({ equal: true });
  const before = await inBucket(home);
  await home.stop();
  const asked = home.storeRequests.length;
  const { report } = await home.restore(hasBackup ? file : undefined);
  const read = home.storeRequests
    .slice(asked)
    .flatMap(({ operation, key }) => (operation === 'GetObject' ? [key ?? ''] : []));
  await home.start();
  if (!hasBackup) await home.giveToken();
  await published(home);
  await eventually(async () =>
    expect(await home.open.platform.database.$count(storeEvents, eq(storeEvents.outcome, 'check'))).toBe(0),
  );
  return { home, ann, ada, before, read, report };
}

/** Simulates a worker that dies after deleting some of the marked entries. */
async function archiveHalf(home: RestorableHome): Promise<void> {
  const { platform } = home.open;
  await restFor(home, 'half', keptDays + 1);
  let left = 20;
  const store = new Proxy(platform.store, {
    get(object, name) {
      const value: unknown = Reflect.get(object, name, object);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        if (name === 'delete' && left-- <= 0) throw new Error('killed');
        return (value as (...given: unknown[]) => unknown).apply(object, given);
      };
    },
  });
  for (let call = 0; left > 0; call++) {
    if (call > 10) throw new Error('nothing is archived');
    await deleteExpired({ ...platform, store }).catch(() => {});
  }
}

/** Returns the keys below each topic, and the text of each of its entries. */
async function inBucket(home: RestorableHome) {
  const found = new Map<string, { keys: string[]; ledger: Map<number, string> }>();
  for (const id of topicIds)
    found.set(id, { keys: await collectKeys(home, id), ledger: await ledgerInBucket(home, id) });
  return found;
}

describe.each([
  { hasBackup: true, how: 'from a backup made before it was archived' },
  { hasBackup: false, how: 'from its bucket alone' },
])('an archived topic restored $how', ({ hasBackup }) => {
  let here: Awaited<ReturnType<typeof livedAndRestored>>;
  beforeAll(async () => {
    here = await livedAndRestored(hasBackup);
  }, 180_000);
  afterAll(async () => {
    await here.ann.agent.close();
    await here.home.close();
  });

  test('an archived topic is restored from its packs', async () => {
    for (const id of ['old', 'gone', 'lively'])
      expect((await inBucket(here.home)).get(id), id).toEqual(here.before.get(id));
    for (const id of topicIds) expect(await here.ann.agent.replay(id), id).toMatchObject({ equal: true });
    expect(here.ann.refused).toEqual([]);
    expect(here.report.notes).toEqual([]);
    const rows = await here.home.open.platform.database.select().from(topics);
    const archived = Object.fromEntries(rows.map((row) => [row.topicId, row.archivedSequence]));
    expect(archived).toMatchObject({ old: 302, gone: 22, lively: 0 });
  });

  test('an interrupted archive completes after the restore', async () => {
    const { home, ann } = here;
    const half = here.before.get('half');
    const single = half?.keys.filter((key) => /ledger\/\d/.test(key)) ?? [];
    expect(single.length).toBeGreaterThan(0);
    expect(single.length).toBeLessThan(42);
    expect(await ledgerInBucket(home, 'half')).toEqual(half?.ledger);
    await archive(home, 'half');
    expect((await collectKeys(home, 'half')).length).toBeLessThanOrEqual(5);
    expect(await ann.agent.replay('half')).toMatchObject({ equal: true, sequence: 42 });
  });

  test('a restore reads packs before single entries', () => {
    const ofLedger = (id: string) => here.read.filter((key) => key.startsWith(`topics/${id}/ledger/`));
    expect(ofLedger('old')).toHaveLength(2);
    expect(ofLedger('gone')).toHaveLength(1);
    // No entry is newer than the backup, but their pack may be.
    expect(ofLedger('lively').length).toBeLessThanOrEqual(hasBackup ? 1 : 1 + 263 - 256);
  });

  test('a later redaction rewrites packs of restored ledgers', async () => {
    const { platform } = here.home.open;
    await eventually(async () =>
      expect(await platform.database.$count(ledgerPacks, eq(ledgerPacks.due, true))).toBe(0),
    );
    const packs = await platform.database
      .select()
      .from(ledgerPacks)
      .orderBy(ledgerPacks.topicId, ledgerPacks.sequence);
    expect(packs.map((row) => `${row.topicId} ${row.sequence} ${row.lastSequence}`)).toEqual([
      ...['gone 1 22', 'half 1 42', 'lively 1 256', 'old 1 256', 'old 257 302'],
    ]);
    await here.home.admin('POST', '/v1/topics/old/moderation', { action: 'redact', sequence: 270 });
    await eventually(async () => {
      const { texts, version } = await readPack(here.home, here.ada, 'old', 257);
      expect(version).toBe(2);
      expect(texts.get(270)).not.toContain('old 269.');
    });
    await published(here.home);
    expect(await collectKeys(here.home, 'old')).toEqual(here.before.get('old')?.keys);
    const known = await platform.database
      .select()
      .from(publishedObjects)
      .where(
        and(
          like(publishedObjects.objectKey, 'topics/old/%'),
          sql`confirmed_text like '%old 8.%' or confirmed_text like '%old 269.%'`,
        ),
      );
    expect(known.map((row) => row.objectKey)).toEqual([]);
    expect(await here.ann.agent.replay('old')).toMatchObject({ equal: true });
  });
});
