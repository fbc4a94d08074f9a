import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@agent-home/local-postgres';
import { connect, createIdentity, type RootSet } from '@agent-home/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AgentHomeProcess } from '../../support/child-process.ts';
import { every } from '../../support/every.ts';
import { agentHome, expectOneLine, freePorts, openFolder } from '../../support/terminal.ts';

let folder: string;
let elsewhere: string;
let ports: Record<string, string>;
let url: string;
let home: AgentHomeProcess;

beforeAll(async () => {
  folder = await openFolder();
  elsewhere = await openFolder();
  ports = await freePorts();
  url = `http://127.0.0.1:${ports.AGENT_HOME_PORT}`;
  const environment = {
    ...ports,
    AGENT_HOME_DATA: join(folder, '.agent-home'),
    AGENT_HOME_ADMISSION: 'manual',
  };
  home = new AgentHomeProcess(['up', '--no-residents'], environment);
  await home.start();
});
afterAll(async () => {
  await home.stop();
  for (const one of [folder, elsewhere]) await rm(one, { recursive: true, force: true });
});

/** Runs a command without an option for the home: it uses the one of its working folder. */
const here = (words: string[]) => agentHome(words, { cwd: folder });
const rootFile = () => join(folder, '.agent-home/keys/root.json');

test('every command finds the home of its folder', { timeout: 120_000 }, async () => {
  const commands: [words: string[], says: RegExp][] = [
    [['topic', 'watch', 'commons'], /^The commons · freeform/],
    [['topic', 'replay', 'commons'], /byte-equal/],
    [['doctor'], /0 failed/],
    [['bucket', 'protect', '--dry-run'], /public access: blocked already/],
    [['token', 'create', 'operator'], /^aht_\S+\n$/],
    [['keys', 'fingerprint'], /^[0-9a-f]{64}\n$/],
    [['backup', 'home.backup'], /home\.backup: \d+ rows/],
  ];
  await every(commands.length, 3, async (index) => {
    const [words, says] = commands[index] ?? [[], /never/];
    const ended = await agentHome(words, {
      cwd: folder,
      until: words[1] === 'watch' ? (out) => out.includes('✔') : undefined,
    });
    expect(ended.stdout, words.join(' ') + ended.stderr).toMatch(says);
    expect(ended.code, words.join(' ') + ended.stderr).toBe(0);
  });
  expect((await stat(join(folder, 'home.backup'))).mode & 0o077).toBe(0);
});

test('watching an anonymous home leaves no trace', {
  timeout: 120_000,
}, async () => {
  const agents = async () => (await (await fetch(`${url}/v1/public/agents`)).json()) as { items: object[] };
  expect((await agents()).items).toEqual([]);
  const until = (output: string) => /^✔ #00001/m.test(output);
  const watched = await agentHome(['topic', 'watch', 'commons'], { cwd: folder, until });
  expect(watched).toMatchObject({ code: 0, stdout: expect.stringMatching(/^✔ #00001 .*platform: start/m) });
  expect((await here(['topic', 'replay', 'commons'])).code).toBe(0);
  expect((await agents()).items).toEqual([]);
  await expect(stat(join(folder, '.agent-home/observer'))).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a home of another root set learns nothing', {
  timeout: 120_000,
}, async () => {
  const env = { AGENT_HOME_KEYS: join(elsewhere, 'keys'), AGENT_HOME_ISSUER: 'other.home' };
  expect((await agentHome(['keys', 'init'], { env })).code).toBe(0);
  const other = join(elsewhere, 'keys/root.json');
  expectOneLine(
    await here(['topic', 'watch', 'commons', '--root', other]),
    /127\.0\.0\.1:\d+ does not match the root set in .*\[not_your_home\]$/m,
  );
  const rootSet = JSON.parse(await readFile(other, 'utf8')) as RootSet;
  const { secretKey } = createIdentity();
  await expect(connect({ url, rootSet, secretKey })).rejects.toMatchObject({ code: 'untrusted_root' });
  const agent = await connect({ url, rootSet, secretKey, checkHome: false });
  const card = { name: 'Robin', personality: { extrovert: 0, curious: 1, creative: 0, stable: 1 } };
  await expect(agent.register(card)).rejects.toMatchObject({ code: 'untrusted_root' });
  await agent.close();
  const right = await connect({
    url,
    rootSet: JSON.parse(await readFile(rootFile(), 'utf8')) as RootSet,
    secretKey,
  });
  // If it had been registered before, this request would succeed.
  await expect(right.me()).rejects.toMatchObject({ status: 401 });
  await right.close();
});

test('an unreachable home is named without its password', async () => {
  const gone = `http://127.0.0.1:${await freePort()}`;
  const unreachable = await here(['topic', 'watch', 'commons', '--url', gone]);
  expectOneLine(unreachable, /agent-home up.*AGENT_HOME_URL.*\[unreachable\]$/m);
  expect(unreachable.stderr).toContain(`${gone} cannot be reached (ECONNREFUSED)`);
  const named = await here(['topic', 'watch', 'commons', '--url', 'http://robin:hunter2@127.0.0.1:1']);
  expectOneLine(named, /--url has to be/);
  const variable = await agentHome(['doctor'], {
    cwd: folder,
    env: { AGENT_HOME_URL: 'http://robin:hunter2@127.0.0.1:1' },
  });
  expectOneLine(variable, /AGENT_HOME_URL has to be/);
  const database = `postgres://robin:hunter2@127.0.0.1:${await freePort()}/home`;
  const elsewhereConfigured = await agentHome(['events', 'list'], {
    cwd: folder,
    env: { ...(await configured()), DATABASE_URL: database },
  });
  expectOneLine(elsewhereConfigured, /127\.0\.0\.1:\d+ cannot be reached/);
  for (const { stderr, stdout } of [named, variable, elsewhereConfigured])
    expect(stderr + stdout).not.toContain('hunter2');
}, 120_000);

/** Returns the environment of a production process. */
async function configured(): Promise<Record<string, string>> {
  return {
    AGENT_HOME_KEYS: join(folder, '.agent-home/keys'),
    OSS_ENDPOINT: `http://localhost:${ports.AGENT_HOME_OSS_PORT}`,
    OSS_REGION: 'cn-local',
    OSS_BUCKET: 'agent-home',
    STS_ENDPOINT: `127.0.0.1:${ports.AGENT_HOME_STS_PORT}`,
    AGENT_ROLE_ARN: 'acs:ram::1000000000000001:role/agent-home-agent',
    PLATFORM_ACCESS_KEY_ID: 'id',
    PLATFORM_ACCESS_KEY_SECRET: 'secret',
  };
}

test('a second start in one folder is refused', {
  timeout: 120_000,
}, async () => {
  const second = await agentHome(['up', '--no-residents'], { cwd: folder, env: ports });
  expectOneLine(second, /a home already runs in .*\(process \d+\).*AGENT_HOME_DATA \[already_running\]$/m);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect((await here(['keys', 'fingerprint'])).code).toBe(0);
});

test('up honours AGENT_HOME_ADMISSION: where it is manual an agent waits', { timeout: 120_000 }, async () => {
  const rootSet = JSON.parse(await readFile(rootFile(), 'utf8')) as RootSet;
  const agent = await connect({ url, rootSet, secretKey: createIdentity().secretKey });
  const card = { name: 'Robin', personality: { extrovert: 0, curious: 1, creative: 0, stable: 1 } };
  const { agent_id: agentId } = await agent.register(card);
  await expect(agent.requestAdmission()).rejects.toMatchObject({ code: 'admission_is_manual' });
  await agent.close();
  // Other commands decide as the home does, in a terminal without its variables.
  expect((await here(['explain', agentId, 'registry_read'])).stdout).toMatch(/DENIED +not_admitted/);
});

test('the version prints without colour in a pipe', {
  timeout: 120_000,
}, async () => {
  const { version } = JSON.parse(
    await readFile(new URL('../../../apps/cli/package.json', import.meta.url), 'utf8'),
  ) as { version: string };
  expect(await agentHome(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  const colour = '\u001b[';
  const plain = await here(['topic', 'replay', 'nowhere']);
  expectOneLine(plain, /has no public topic nowhere.*--as FILE.*\[not_found\]$/m);
  expect(plain.stderr).not.toContain(colour);
  const asked = await agentHome(['topic', 'replay', 'nowhere'], { cwd: folder, env: { FORCE_COLOR: '1' } });
  expect(asked.stderr).toContain(`${colour}31m`);
});
