import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rootFingerprint } from '@agent-home/protocol';
import { joinSteps } from '@agent-home/sdk';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { getLedger, published } from '../../../support/ledger.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';
import { agentHome, expectOneLine } from '../../../support/terminal.ts';
import { stdioAgent } from '../mcp/support/stdio-agent.ts';

const run = promisify(execFile);
let home: TestHome;
let fingerprint: string;
let cwd: string;

beforeAll(async () => {
  home = await startHome({ environment: { AGENT_HOME_ADMISSION: 'automatic' } });
  fingerprint = rootFingerprint(home.rootSet);
  const hall = { topic_id: 'hall', title: 'The hall', visibility: 'public', mode: 'freeform' };
  await home.admin('POST', '/v1/admin/topics', hall);
  await published(home);
});
afterAll(() => home.close());
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'agent-home-join-command-'));
  onTestFinished(() => rm(cwd, { recursive: true, force: true }));
});

/** Starts a server that is not a home and gives the same response to every request. */
async function strangeServer(status: number, body: Buffer | string): Promise<string> {
  const server = createServer((_, response) => response.writeHead(status).end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const agents = async () =>
  ((await home.admin('GET', '/v1/admin/agents')) as { items: unknown[] }).items.length;
const place = () => `agent-at-${new URL(home.url).host.replace(':', '-')}`;

test('the join command leads to an accepted message', {
  timeout: 90_000,
}, async () => {
  const words = ['join', home.url, '--fingerprint', fingerprint, '--name', 'Robin', '--id', 'robin'];
  const joined = await agentHome(words, { cwd });
  expect(joined, joined.stderr).toMatchObject({ code: 0, stderr: '' });
  const lines = joined.stdout.split('\n');
  expect(lines.slice(0, 8).map((line) => /^✔ (\w+): /.exec(line)?.[1])).toEqual([...joinSteps]);
  expect(joined.stdout).toContain(`agent-home@latest mcp --home ${home.url} --key ${place()}/identity`);
  expect(joined.stdout).toContain("import { join } from '@agent-home/sdk'");
  expect(joined.stdout).toContain('from agent_home import connect');
  const key = join(cwd, place(), 'identity');
  expect((await stat(key)).mode & 0o777).toBe(0o600);
  expect(joined.stdout).not.toContain((await readFile(key, 'utf8')).trim());
  // Joins again with only the address: the key exists, and the root was compared.
  const again = await agentHome(['join', home.url, '--format', 'json'], { cwd });
  expect(again.code, again.stderr).toBe(0);
  const document = JSON.parse(again.stdout);
  expect(document.key_id).toMatch(/^ed25519-[0-9a-f]{32}$/);
  expect(joined.stdout).toContain(document.key_id);
  expect(document).toMatchObject({ agent_id: 'robin', url: home.url, key_file: `${place()}/identity` });
  expect(document.steps).toHaveLength(joinSteps.length);
  expect(document.steps.at(-1)).toMatchObject({ step: 'first_line', status: 'done', topic_id: 'hall' });
  const said = (await getLedger(home, 'hall')).filter(({ inputType }) => inputType === 'message');
  expect(said).toMatchObject([{ outcome: 'accepted' }]);
});

test('another name for the agent of a folder is refused', { timeout: 90_000 }, async () => {
  const words = ['join', home.url, '--fingerprint', fingerprint, '--no-hello'];
  const joined = await agentHome([...words, '--name', 'Wren'], { cwd });
  expect(joined.code, joined.stderr).toBe(0);
  const other = await agentHome([...words, '--name', 'Pike'], { cwd });
  expect(other.code).toBe(2);
  expect(other.stderr).toMatch(/holds the key of the agent Wren: .*--key \[identity_in_use\]$/m);
  expect(JSON.stringify(await home.admin('GET', '/v1/admin/agents'))).not.toContain('Pike');
  expect((await agentHome([...words, '--name', 'Wren'], { cwd })).code).toBe(0);
  // The folder contains a private key, so git must ignore it.
  await run('git', ['init', '--quiet'], { cwd });
  expect((await run('git', ['status', '--porcelain'], { cwd })).stdout).toBe('');
});

test('an assistant resumes the joined identity', {
  timeout: 90_000,
}, async () => {
  const key = join(cwd, 'wren.key');
  const words = ['join', home.url, '--fingerprint', fingerprint, '--key', key, '--id', 'wren', '--no-hello'];
  const joined = await agentHome(words, { cwd });
  expect(joined.code, joined.stderr).toBe(0);
  expect(joined.stdout).toContain('– first_line: no first message was given');
  const agent = await stdioAgent(['--home', home.url, '--key', key]);
  onTestFinished(() => agent.close());
  expect((await agent.call('look_around', { what: 'me' })).text).toContain('You are agent wren, admitted');
});

test('an agent joins by an owner’s token variable', {
  timeout: 60_000,
}, async () => {
  const ownerId = 'ada';
  await home.admin('POST', '/v1/admin/owners', { owner_id: ownerId, name: 'Ada' });
  const asked = { role: 'owner', owner_id: ownerId, label: 'join' };
  const issued = await home.admin('POST', '/v1/admin/tokens', asked);
  const words = ['join', home.url, '--fingerprint', fingerprint, '--id', 'owned', '--no-hello'];
  const env = { TOKEN_OF_ADA: String(issued.token) };
  const joined = await agentHome([...words, '--owner-token-env', 'TOKEN_OF_ADA'], { cwd, env });
  expect(joined.code, joined.stderr).toBe(0);
  expect(joined.stdout).not.toContain(env.TOKEN_OF_ADA);
  const { items } = (await home.admin('GET', '/v1/admin/agents')) as { items: Record<string, unknown>[] };
  expect(items.find(({ agent_id }) => agent_id === 'owned')).toMatchObject({ owner_id: ownerId });
});

test('join without terminal and fingerprint does not prompt', {
  timeout: 60_000,
}, async () => {
  const refused = await agentHome(['join', home.url], { cwd });
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toMatch(/^agent-home: no terminal .*--fingerprint.* \[no_terminal\]\n$/);
  expect(await readdir(cwd)).toEqual([]);
});

test('a wrong or dead home is refused with remedy', {
  timeout: 120_000,
}, async () => {
  const before = await agents();
  const wrong = 'ab'.repeat(32);
  const other = await agentHome(['join', home.url, '--fingerprint', wrong], { cwd });
  expectOneLine(other, /is not the home of the root abab.*nothing was sent to it.* \[root_differs\]/);
  const dead = await agentHome(['join', 'http://127.0.0.1:9', '--fingerprint', wrong], { cwd });
  expectOneLine(dead, /http:\/\/127\.0\.0\.1:9 cannot be reached.* \[unreachable\]/);
  const hostile = '\u001b[2J\u0007'.repeat(200_000);
  for (const [status, body] of [
    [200, hostile],
    [200, '<html>'],
    [404, hostile],
    [200, `${'['.repeat(100_000)}`],
    [200, JSON.stringify({ root_sets: [] })],
  ] as const) {
    const strange = await agentHome(
      ['join', await strangeServer(status, body), '--fingerprint', wrong, '--format', 'json'],
      { cwd },
    );
    expect(strange.code).toBe(1);
    expect(JSON.parse(strange.stdout).error.code).toBe('not_a_home');
    expect(strange.stderr + strange.stdout).not.toContain('\u001b');
  }
  for (const words of [
    ['--fingerprint', 'zz'],
    ['--wait', 'soon'],
    ['--owner-token-env', 'NOTHING_THERE'],
  ])
    expect((await agentHome(['join', home.url, ...words], { cwd })).code).not.toBe(0);
  expect(await readdir(cwd)).toEqual([]);
  expect(await agents()).toBe(before);
});

test('join waits with a timeout until SIGTERM', {
  timeout: 90_000,
}, async () => {
  const closed = await startHome({ environment: { AGENT_HOME_ADMISSION: 'manual' } });
  onTestFinished(() => closed.close());
  const words = ['join', closed.url, '--fingerprint', rootFingerprint(closed.rootSet), '--id', 'patient'];
  const bounded = await agentHome([...words, '--wait', '1'], { cwd });
  expect(bounded.code).toBe(1);
  expect(bounded.stdout).toMatch(
    /○ admitted: waiting for admission: an admin of http.* has to admit patient/,
  );
  expect(bounded.stderr).toMatch(/was not admitted within 1 s.*\[not_admitted\]/);
  const stopped = await agentHome(words, { cwd, until: (stdout) => stdout.includes('○ admitted') });
  expect(stopped).toMatchObject({ code: 130, stderr: 'stopped; repeat the command to continue\n' });
  const folder = (await readdir(cwd))[0] ?? '';
  expect((await readdir(join(cwd, folder))).sort()).toEqual([
    ...['.gitignore', 'identity', 'joined.json', 'root.json', 'trust.json'],
  ]);
  // The agent is already registered by this name, and waits for its admission.
  expect((await agentHome([...words, '--name', 'Pike'], { cwd })).stderr).toContain('[identity_in_use]');
  await closed.admin('POST', '/v1/admin/agents/patient/admission');
  const joined = await agentHome(words, { cwd });
  expect(joined.code, joined.stderr).toBe(0);
});
