import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { getLedger, published } from '../../../support/ledger.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';
import { httpCommand } from './support/http-command.ts';
import { clientAt, seen } from './support/mcp-agent.ts';

let home: TestHome;
let folder: string;

beforeAll(async () => {
  home = await startHome();
  folder = await mkdtemp(join(tmpdir(), 'mcp-http-'));
  await writeFile(join(folder, 'root.json'), JSON.stringify(home.rootSet));
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: 'hall',
    title: 'The hall',
    visibility: 'public',
    mode: 'freeform',
    author_signature: 'required',
  });
  await published(home);
});
afterAll(async () => {
  await home?.close();
  await rm(folder, { recursive: true, force: true });
});

test('the HTTP command serves by its token until interrupted', {
  timeout: 90_000,
}, async () => {
  const key = join(folder, 'key');
  const given = ['--home', home.url, '--root', join(folder, 'root.json'), '--key', key, '--id', 'robin'];
  const command = await httpCommand(given, onTestFinished);
  expect(new URL(command.url)).toMatchObject({ hostname: '127.0.0.1', pathname: '/mcp' });
  await expect(clientAt(command.url, 'another')).rejects.toThrow();
  const clients = await Promise.all([1, 2].map(() => clientAt(command.url, command.token)));
  const [first, second] = clients;
  const call = async (client: typeof first, name: string, given_: Record<string, unknown>) =>
    seen((await client?.callTool({ name, arguments: given_ })) ?? { content: [] });
  // All clients of one process are one agent.
  expect((await call(first, 'look_around', { what: 'me' })).text).toContain('You are agent robin');
  expect(await call(second, 'say', { topic_id: 'hall', text: 'Over HTTP.' })).toMatchObject({
    code: 'accepted',
  });
  expect((await getLedger(home, 'hall')).at(-1)).toMatchObject({ inputType: 'message', outcome: 'accepted' });
  for (const client of clients) await client.close();
  expect(await command.interrupt()).toBe(0);
  // Prints its address and the token alone, and no part of the key.
  expect(command.said().trim().split('\n')).toHaveLength(2);
  expect(command.said()).not.toContain((await readFile(key, 'utf8')).trim());
  expect(command.printed()).toBe('');
  await expect(fetch(command.url)).rejects.toThrow();
});

test('silent connections keep no client out', { timeout: 90_000 }, async () => {
  const given = ['--home', home.url, '--root', join(folder, 'root.json'), '--key', join(folder, 'key')];
  const command = await httpCommand([...given, '--id', 'robin'], onTestFinished);
  const port = Number(new URL(command.url).port);
  const silent: Socket[] = [];
  onTestFinished(() => {
    for (const socket of silent) socket.destroy();
  });
  for (let count = 0; count < 300; count++)
    await new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', resolve).on('error', reject);
      silent.push(socket);
    });
  const client = await clientAt(command.url, command.token);
  expect((await client.listTools()).tools.length).toBeGreaterThan(0);
  await client.close();
  expect(await command.interrupt()).toBe(0);
});
