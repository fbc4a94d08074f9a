import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { loadOrCreateKeys, loadRootSigners, signHandOver } from '@agent-home/platform';
import { rootFingerprint } from '@agent-home/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restoreFrom } from '../../../apps/cli/src/home/commands/restore.ts';
import { startWorkerProcess } from '../../../apps/cli/src/home/compose/start-processes.ts';
import type { Settings } from '../../../apps/cli/src/home/configuration/settings.ts';
import { eventually } from '../../support/eventually.ts';
import { emptyDatabase, freshDatabase } from '../../support/fresh-database.ts';
import { published } from '../../support/ledger.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';
import { databases, random, started } from './started-database.ts';

let home: TestHome;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp('/var/tmp/agent-home-test-');
  home = await startHome();
  await published(home);
});

afterAll(async () => {
  await home.close();
  for (const database of databases) await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Returns settings for another home on the same bucket: with its own keys, its own database, or both. */
async function settingsWith(changes: { keysFolder?: string; emptied?: boolean }): Promise<Settings> {
  const database = await (changes.emptied ? emptyDatabase() : freshDatabase());
  databases.push(database);
  const { settings } = home;
  const keysFolder = changes.keysFolder ?? settings.keysFolder;
  return { ...settings, databaseUrl: database.url, queueUrl: database.url, keysFolder };
}

const keysInBucket = async () => {
  const { store } = home.open.platform;
  const { bytes } = await store.get('platform/keys.json', {
    maxBytes: 1e6,
    timeoutMs: 5_000,
  });
  return new TextDecoder().decode(bytes);
};

test('a home starts on another root’s bucket only after hand-over', async () => {
  const keysFolder = join(folder, 'other-keys');
  const other = await loadOrCreateKeys(keysFolder, 'other.example', new Date(), random);
  const before = await keysInBucket();
  const settings = await settingsWith({ keysFolder });
  expect(await started(settings)).toEqual(['foreign_bucket', 'foreign_bucket']);
  const emptied = await settingsWith({ keysFolder, emptied: true });
  const restoring = restoreFrom(emptied, undefined, { dryRun: false, progress: () => {} });
  await expect(restoring).rejects.toMatchObject({ code: 'foreign_bucket' });

  const ownRoots = await loadRootSigners(join(home.settings.keysFolder, 'root-keys.json'));
  const otherRoots = await loadRootSigners(join(keysFolder, 'root-keys.json'));
  const now = new Date();
  const toRoot = rootFingerprint(other.rootSet);
  const worthless = [
    'not JSON',
    signHandOver({ keysDocument: before, toRoot, now }, otherRoots),
    signHandOver({ keysDocument: before, toRoot: rootFingerprint(home.rootSet), now }, ownRoots),
    signHandOver({ keysDocument: `${before} `, toRoot, now }, ownRoots),
  ];
  for (const handOver of worthless)
    expect(await started(settings, { handOver })).toEqual(['bad_hand_over', 'bad_hand_over']);
  expect(await keysInBucket()).toBe(before);

  const handOver = signHandOver({ keysDocument: before, toRoot, now }, ownRoots);
  await home.stopWorker();
  expect(await started(settings, { handOver })).toEqual(['started', 'started']);
  expect(await keysInBucket()).toBe(await readFile(join(keysFolder, 'keys.json'), 'utf8'));
  // The bucket belongs to the other home now, without a hand-over.
  expect(await started(settings)).toEqual(['started', 'started']);
  expect(await started(home.settings)).toEqual(['foreign_bucket', 'foreign_bucket']);
  await home.open.platform.store.put('platform/keys.json', new TextEncoder().encode(before), {});
}, 60_000);

test('a home with a lost database does not start', async () => {
  const before = await keysInBucket();
  expect(await started(await settingsWith({}))).toEqual(['lost_database', 'lost_database']);
  expect(await keysInBucket()).toBe(before);
}, 60_000);

test('an emptied bucket is refilled only for an operator', async () => {
  const before = await keysInBucket();
  await home.stopWorker();
  await home.open.platform.store.delete('platform/keys.json');
  await home.open.platform.store.delete('platform/policy.json');
  expect(await started(home.settings)).toEqual(['emptied_bucket', 'emptied_bucket']);
  const worker = await startWorkerProcess(home.open, home.settings, { republish: true });
  await eventually(async () => {
    expect(await keysInBucket()).toBe(before);
    await home.open.platform.store.head('platform/policy.json');
  }, 30_000);
  await worker.close();
  expect(await started(home.settings)).toEqual(['started', 'started']);
}, 60_000);
