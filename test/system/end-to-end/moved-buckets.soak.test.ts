import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AgentHomeProcess } from '../../support/child-process.ts';
import { eventually } from '../../support/eventually.ts';
import { agentHome, expectOneLine, freePorts, openFolder, serversIn } from '../../support/terminal.ts';

let folder: string;
const getData = (name: string) => join(folder, name);

/** Two homes that have been in use and are stopped. */
beforeAll(async () => {
  folder = await openFolder();
  for (const name of ['giver', 'taker']) await livesAWhile(name);
}, 240_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

async function livesAWhile(name: string, flags: string[] = [], look = async () => {}): Promise<void> {
  const environment = { ...(await freePorts()), AGENT_HOME_DATA: getData(name) };
  const home = new AgentHomeProcess(['up', '--no-residents', ...flags], environment);
  await home.start();
  await look().finally(() => home.stop());
}

const command = (name: string, words: string[], env: Record<string, string> = {}) =>
  agentHome(words, { env: { AGENT_HOME_DATA: getData(name), ...env } });

/** The doctor reads the bucket itself, and a worker puts pending objects only after the start. */
const inBucket = (name: string) =>
  eventually(async () => {
    const { stdout } = await command(name, ['doctor', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ failures: 0 });
  }, 60_000);

async function refusedStart(name: string, flags: string[] = []) {
  const ended = await command(name, ['up', '--no-residents', ...flags], await freePorts());
  expect(await serversIn(getData(name))).toEqual([]);
  return ended;
}

test('up takes a bucket over only with a printed hand-over', async () => {
  await rm(getData('taker/oss'), { recursive: true });
  await cp(getData('giver/oss'), getData('taker/oss'), { recursive: true });
  expectOneLine(await refusedStart('taker'), /\[foreign_bucket\]$/m);
  expectOneLine(
    await refusedStart('taker', ['--take-over', 'nowhere']),
    /--take-over nowhere cannot be read: ENOENT/,
  );
  const to = (await command('taker', ['keys', 'fingerprint'])).stdout.trim();
  const giver = (await command('giver', ['keys', 'fingerprint'])).stdout.trim();
  const file = getData('hand-over.json');
  await writeFile(file, (await command('giver', ['keys', 'hand-over', '--to', giver])).stdout);
  expectOneLine(await refusedStart('taker', ['--take-over', file]), /\[bad_hand_over\]$/m);
  await writeFile(file, (await command('giver', ['keys', 'hand-over', '--to', to])).stdout);
  await livesAWhile('taker', ['--take-over', file], () => inBucket('taker'));
  // The bucket now belongs to this home.
  await livesAWhile('taker');
}, 300_000);

test('up fills an emptied bucket only with --republish', async () => {
  await rm(getData('giver/oss'), { recursive: true });
  expectOneLine(await refusedStart('giver'), /oss is missing: .*--republish.*\[damaged_data_folder\]$/m);
  await livesAWhile('giver', ['--republish'], async () => {
    await inBucket('giver');
    const replayed = await command('giver', ['topic', 'replay', 'commons']);
    expect(replayed).toMatchObject({ code: 0, stdout: expect.stringContaining('byte-equal') });
  });
}, 240_000);
