import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDataFolder } from './data-folder.ts';
import { announceRunning, readRunning } from './running-file.ts';

test('the running home’s addresses are private to its owner', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'agent-home-running-'));
  const file = join(dataDirectory, 'running.json');
  openDataFolder(dataDirectory);
  await writeFile(file, '{"left": "behind"}', { mode: 0o644 });
  const [oss_endpoint, sts_endpoint, certificate_url] = ['http://a', 'http://b', 'http://c'];
  const running = {
    api_port: 4600,
    database_port: 1,
    oss_endpoint,
    sts_endpoint,
    certificate_url,
    variables: {},
  };
  const forget = await announceRunning({ dataDirectory }, running);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readRunning({ dataDirectory })).toMatchObject({ api_port: 4600 });
  await forget();
  expect(await readdir(dataDirectory)).toEqual(['home.json']);
  await rm(dataDirectory, { recursive: true });
});
