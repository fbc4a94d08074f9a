import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readUntrusted } from '@agent-home/sdk';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sdkAgent } from '../../support/sdk-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';
import { furnishHome } from './furnish-home.ts';
import { runClient } from './run-client.ts';

const client = inject('pythonClient');
const vectors = fileURLToPath(new URL('../../../vectors', import.meta.url));
let home: TestHome;
let folder: string;
let environment: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agent-home-python-home-'));
  home = await startHome();
  environment = await furnishHome(home, folder);
});
afterAll(async () => {
  await home.close();
  await rm(folder, { recursive: true, force: true });
});

test('the Python client passes its own tests and every vector', async () => {
  const said = await runClient(client, 'pytest', ['-q', '-p', 'no:cacheprovider', 'tests'], {
    VECTORS: vectors,
  });
  expect(said).toMatch(/^\d+ passed in /m);
});

test('the Python client passes its tests on OSS', async () => {
  const said = await runClient(client, 'pytest', ['-q', '-p', 'no:cacheprovider', 'end_to_end'], environment);
  expect(said).toMatch(/^\d+ passed in /m);
});

test('the Python client’s README example has its message accepted', async () => {
  const given = [environment.HOME_URL ?? '', environment.HOME_ROOT ?? '', join(folder, 'state')];
  const said = await runClient(client, 'python', ['examples/hello.py', ...given]);
  expect(said).toMatch(/^accepted as entry \d+$/m);
  const reader = await sdkAgent(home, 'reader');
  const lines: { text: string; signature: string }[] = [];
  for await (const { text, authorSignature } of (await reader.enterTopic('commons')).messages())
    lines.push({ text: readUntrusted(text), signature: authorSignature });
  expect(lines).toContainEqual({ text: 'Good evening. I have just moved in.', signature: 'valid' });
  await reader.close();
});

test('the Python client is typed throughout, for strict checkers', async () => {
  const said = await runClient(client, 'mypy', ['--cache-dir', join(folder, 'mypy')]);
  expect(said).toMatch(/^Success: no issues found in \d+ source files/m);
  expect(existsSync(join(client.installed, 'agent_home', 'py.typed'))).toBe(true);
});
