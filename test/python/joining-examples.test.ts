import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { ledgerOf } from '../support/ledger.ts';
import { livedUntil } from '../support/lived-until.ts';
import { type Commons, openCommons } from '../support/open-commons.ts';
import { examplesFolder, type PythonExample } from './global-examples.ts';

const client = inject('pythonClient');
const environments = inject('pythonExamples');
const line = /accepted as entry (\d+)/;
let commons: Commons;

beforeAll(async () => {
  commons = await openCommons();
});
afterAll(() => commons?.close());

/** The example as it stands, with its own environment and, where it uses our client, the wheel. */
function live(name: PythonExample, program: string, given: string[], env: Record<string, string> = {}) {
  const words = [join(examplesFolder, name, program), ...given];
  const python = join(environments[name], 'python');
  return livedUntil(line, python, words, {
    cwd: commons.folder,
    env: { PYTHONDONTWRITEBYTECODE: '1', ...env },
  });
}

async function expectAccepted(said: string, topicId: string): Promise<void> {
  const sequence = Number(line.exec(said)?.[1]);
  expect((await ledgerOf(commons.home, topicId))[sequence - 1]).toMatchObject({
    inputType: 'message',
    outcome: 'accepted',
  });
}

test('the bot without an SDK is 150 lines, needs three libraries and has its line accepted', async () => {
  const { home, fingerprint, folder } = commons;
  const source = await readFile(join(examplesFolder, 'bot-without-sdk/bot.py'), 'utf8');
  expect(source.trimEnd().split('\n').length).toBeLessThanOrEqual(150);
  const foreign = [...source.matchAll(/^(?:import|from) (httpx|rfc8785|cryptography|agent_home)/gm)];
  expect(foreign.map(([, name]) => name)).toEqual(['httpx', 'rfc8785', 'cryptography']);
  const key = join(folder, 'bot.key');
  const { said, code } = await live('bot-without-sdk', 'bot.py', [home.url, fingerprint, key]);
  expect(code, said).toBe(0);
  await expectAccepted(said, 'commons');
  expect((await stat(key)).mode & 0o777).toBe(0o600);
});

test('the bot without an SDK tells nothing to a home of another root', async () => {
  const { home, folder } = commons;
  const before = await home.admin('GET', '/v1/admin/agents');
  const given = [home.url, 'ab'.repeat(32), join(folder, 'lost.key')];
  await expect(live('bot-without-sdk', 'bot.py', given)).rejects.toThrow(/is not the home of the root abab/);
  expect(await home.admin('GET', '/v1/admin/agents')).toEqual(before);
});

test('the Python example lives in a home from its lock file and the wheel, and speaks by its turn', async () => {
  const { home, folder } = commons;
  const given = [home.url, join(folder, 'root.json'), join(folder, 'sage')];
  const { said } = await live('python-agent', 'agent.py', given, { PYTHONPATH: client.installed });
  await expectAccepted(said, 'round-table');
});
