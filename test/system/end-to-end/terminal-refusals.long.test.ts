import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { connect, loadOrCreateIdentity, type RootSet } from '@agent-home/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AgentHomeProcess } from '../../support/child-process.ts';
import { every } from '../../support/every.ts';
import { agentHome, expectOneLine, freePorts, openFolder, serversIn } from '../../support/terminal.ts';

let folder: string;
let elsewhere: string;
let ports: Record<string, string>;
let home: AgentHomeProcess;

beforeAll(async () => {
  folder = await openFolder();
  elsewhere = await openFolder();
  ports = await freePorts();
  const data = { AGENT_HOME_DATA: join(folder, '.agent-home') };
  home = new AgentHomeProcess(['up', '--no-residents'], {
    ...ports,
    ...data,
    AGENT_HOME_ANONYMOUS_PAGE: 'off',
  });
  await home.start();
});
afterAll(async () => {
  await home.stop();
  for (const one of [folder, elsewhere]) await rm(one, { recursive: true, force: true });
});

const here = (words: string[]) => agentHome(words, { cwd: folder });

test('commands without a home print one line', { timeout: 240_000 }, async () => {
  const commands = [
    ['topic', 'watch', 'commons'],
    ['topic', 'replay', 'commons'],
    ['doctor'],
    ['explain', 'nobody', 'heartbeat_write'],
    ['events', 'list'],
    ['lifecycle', 'show'],
    ['bucket', 'protect'],
    ['token', 'create', 'operator'],
    ['backup', 'home.backup'],
  ];
  await every(commands.length, 3, async (index) =>
    expectOneLine(
      await agentHome(commands[index] ?? [], { cwd: elsewhere }),
      /no home runs in .*agent-home up.*\[no_home_here\]$/m,
    ),
  );
  expectOneLine(
    await agentHome(['keys', 'fingerprint'], { cwd: elsewhere }),
    /has no keys: .*AGENT_HOME_KEYS/,
  );
  expectOneLine(
    await agentHome(['restore', 'x'], { cwd: elsewhere }),
    /DATABASE_URL is not set.*restore x --into NEW_FOLDER/,
  );
  // A killed home leaves its file behind, but no command waits for its address.
  const killed = JSON.parse(await readFile(join(folder, '.agent-home/running.json'), 'utf8')) as object;
  await mkdir(join(elsewhere, '.agent-home'));
  await writeFile(
    join(elsewhere, '.agent-home/running.json'),
    JSON.stringify({ ...killed, process: 4_194_305 }),
  );
  expectOneLine(await agentHome(['doctor'], { cwd: elsewhere }), /\[no_home_here\]$/m);
});

test('an unusable identity or root set is named', {
  timeout: 240_000,
}, async () => {
  expectOneLine(
    await here(['topic', 'watch', 'commons', '--as', 'nowhere']),
    /--as nowhere: the file is not the identity/,
  );
  await writeFile(join(folder, 'torn'), 'abc', { mode: 0o600 });
  expectOneLine(
    await here(['topic', 'watch', 'commons', '--as', 'torn']),
    /torn: is not a 32-byte seed.*\[corrupt\]$/m,
  );
  await writeFile(join(folder, 'open'), 'abc', { mode: 0o644 });
  expectOneLine(
    await here(['topic', 'watch', 'commons', '--as', 'open']),
    /chmod 600.*\[insecure_permissions\]$/m,
  );
  await writeFile(join(folder, 'no-root'), '{}');
  expectOneLine(
    await here(['topic', 'watch', 'commons', '--root', 'no-root']),
    /no-root is not a root set.*\[no_root_set\]$/m,
  );
  expectOneLine(
    await here(['topic', 'watch', 'commons', '--root', 'nowhere']),
    /nowhere cannot be read \(ENOENT\)/,
  );
});

test('up refuses unknown variables by name', {
  timeout: 240_000,
}, async () => {
  const refused: Record<string, string> = {
    AGENT_HOME_ADMISION: 'manual',
    AGENT_HOME_HOST: '0.0.0.0',
    AGENT_HOME_KEYS: '/nowhere',
    AGENT_HOME_METRICS_PORT: '9100',
    DATABASE_URL: 'postgres://robin:hunter2@127.0.0.1/home',
    STORE: 's3',
    AGENT_HOME_ADMISSION: 'perhaps',
  };
  const names = Object.keys(refused);
  await every(names.length, 3, async (index) => {
    const name = names[index] ?? '';
    const data = join(elsewhere, `data-${index}`);
    const env = { ...ports, AGENT_HOME_DATA: data, [name]: refused[name] ?? '' };
    const ended = await agentHome(['up', '--no-residents'], { env });
    expectOneLine(ended, /\[invalid_configuration\]$/m);
    expect(ended.stderr).toContain(name);
    expect(ended.stderr).not.toContain('hunter2');
    await expect(stat(join(data, 'postgres'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

test('watching a home with sign-in needs an agent', async () => {
  expectOneLine(
    await here(['topic', 'watch', 'commons']),
    /requires a sign-in .*AGENT_HOME_ANONYMOUS_PAGE.*--as FILE.*\[agent_needed\]$/m,
  );
  const url = `http://127.0.0.1:${ports.AGENT_HOME_PORT}`;
  const rootSet = JSON.parse(await readFile(join(folder, '.agent-home/keys/root.json'), 'utf8')) as RootSet;
  const { secretKey } = await loadOrCreateIdentity(join(folder, 'robin'));
  const as = ['--as', 'robin'];
  expectOneLine(await here(['topic', 'replay', 'commons', ...as]), /\[unknown_\w+\]$/m);
  const agent = await connect({ url, rootSet, secretKey });
  await agent.register({ name: 'Robin', personality: { extrovert: 0, curious: 1, creative: 0, stable: 1 } });
  await agent.requestAdmission();
  await agent.close();
  expect(await here(['topic', 'replay', 'commons', ...as])).toMatchObject({ code: 0 });
  const until = (output: string) => /^✔ #00001/m.test(output);
  const watched = await agentHome(['topic', 'watch', 'commons', ...as], { cwd: folder, until });
  expect(watched).toMatchObject({ code: 0, stderr: '' });
}, 180_000);

test('a port in use names its variable', async () => {
  for (const name of ['AGENT_HOME_PORT', 'AGENT_HOME_OSS_PORT', 'AGENT_HOME_STS_PORT']) {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as { port: number };
    const data = join(elsewhere, name);
    const env = { ...(await freePorts()), AGENT_HOME_DATA: data, [name]: String(port) };
    const ended = await agentHome(['up', '--no-residents'], { env });
    expectOneLine(ended, new RegExp(`port ${port} is in use: .* ${name} .*\\[EADDRINUSE\\]$`, 'm'));
    expect(await serversIn(data), name).toEqual([]);
    for (const file of ['up.pid', 'running.json'])
      await expect(stat(join(data, file)), file).rejects.toMatchObject({ code: 'ENOENT' });
    await new Promise((resolve) => taken.close(resolve));
  }
}, 240_000);

test('a bucket changes hands by a printed statement', { timeout: 240_000 }, async () => {
  const keys = join(elsewhere, 'taker');
  const env = { AGENT_HOME_KEYS: keys, AGENT_HOME_ISSUER: 'taker.home' };
  await agentHome(['keys', 'init'], { env });
  const taker = (await agentHome(['keys', 'fingerprint'], { env })).stdout.trim();
  const given = await here(['keys', 'hand-over', '--to', taker]);
  expect(given).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(given.stdout)).toMatchObject({ to_root: taker, signatures: [expect.anything()] });
  expectOneLine(await here(['keys', 'hand-over', '--to', 'robin']), /--to is not the fingerprint/);
  expectOneLine(
    await here(['keys', 'hand-over', '--to', taker, '--root-keys', 'nowhere']),
    /the root keys cannot be read from .*nowhere \(ENOENT\).* \[no_root_keys\]$/m,
  );
  expectOneLine(
    await here(['keys', 'hand-over', '--to', taker, '--root-keys', join(keys, 'root-keys.json')]),
    /\[not_its_root_keys\]$/m,
  );
});
