import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { decodePolicySpec, policySha256 } from '@agent-home/agent-runtime/definition';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { commandPlace } from '../../../../apps/cli/src/testing/command-place.ts';
import { OwnersHome } from '../owners/owners-home.ts';
import { agentText, policyText, toolText } from './spec-documents.ts';

let here: OwnersHome;
let token: string;
beforeAll(async () => {
  here = await OwnersHome.start();
  token = String(here.olga.authorization).replace('Bearer ', '');
});
afterAll(() => here.home.close());
afterEach(() => {
  delete process.env.AGENT_HOME_TOKEN;
  delete process.env.AGENT_HOME_URL;
});

test('specs are registered, listed, got and deleted in a home', async () => {
  const policy = policyText('no-shell', '1.0.0');
  const place = commandPlace({
    'project/no-shell.policy.yaml': policy,
    'project/helper.md': `\ufeff${agentText('helper', '1.0.0').replaceAll('\n', '\r\n')}`,
    'project/broken.tool.yaml': toolText('broken', '1.0.0').replace('spec:', 'spce:'),
  });
  const file = (name: string) => join(place.project, name);
  process.env.AGENT_HOME_TOKEN = token;
  process.env.AGENT_HOME_URL = here.home.url;
  const specs = (...words: string[]) => place.run('specs', ...words);
  const made = await specs('register', file('no-shell.policy.yaml'), file('helper.md'), '--home');
  expect([made.code, made.stdout]).toEqual([
    0,
    expect.stringMatching(/Policy no-shell 1\.0\.0\n.*Agent helper 1\.0\.0\n$/),
  ]);
  const again = await specs('register', file('broken.tool.yaml'), file('helper.md'), '--home', here.home.url);
  expect([again.code, again.stdout]).toEqual([
    1,
    expect.stringMatching(/✗ .*spce[\s\S]*helper 1\.0\.0 \(was registered already\)/),
  ]);
  place.write('project/no-shell.policy.yaml', policyText('no-shell', '1.0.0', 'grep'));
  expect((await specs('register', file('no-shell.policy.yaml'), '--home')).stdout).toContain(
    '[version_taken]',
  );
  const listed = JSON.parse((await specs('list', '--home', '--format', 'json')).stdout);
  expect(listed.specs).toMatchObject([
    { kind: 'Agent', name: 'helper', version: '1.0.0' },
    { kind: 'Policy', name: 'no-shell', sha256: policySha256(decodePolicySpec(policy)) },
  ]);
  expect((await specs('get', 'policy', 'no-shell', '--home')).stdout).toBe(policy);
  const got = JSON.parse((await specs('get', 'agent', 'helper@1.0.0', '--home', '--format', 'json')).stdout);
  expect(got.content).toContain('\r\nYou help.\r\n');
  expect((await specs('delete', 'policy', 'no-shell@1.0.0', '--home')).stdout).toContain('is deleted');
  expect(await specs('get', 'policy', 'no-shell', '--home')).toMatchObject({
    code: 2,
    error: 'no_such_spec',
  });
  expect((await specs('list')).stdout).toContain('Nothing is registered');
});

test('commands explain a home that is away or refuses', async () => {
  const place = commandPlace({ 'project/helper.md': agentText('helper-two', '1.0.0') });
  const list = (...words: string[]) => place.run('specs', 'list', '--home', ...words);
  expect(await list()).toMatchObject({ code: 2, error: 'home_url_missing' });
  expect(await list('ftp://home.example')).toMatchObject({ code: 2, error: 'home_url_missing' });
  expect(await list('http://home.example')).toMatchObject({ code: 2, error: 'insecure_url' });
  expect(await list(here.home.url)).toMatchObject({ code: 2, error: 'home_token_missing' });
  const file = join(place.project, 'token');
  writeFileSync(file, `${token}\n`);
  expect(await list(here.home.url, '--token-file', file)).toMatchObject({ code: 0 });
  expect(await list(here.home.url, '--token-file', `${file}s`)).toMatchObject({
    error: 'home_token_missing',
  });
  process.env.AGENT_HOME_TOKEN = 'aht_not-a-token-of-this-home';
  const refused = await list(here.home.url);
  expect(refused).toMatchObject({ code: 1, error: 'home_refused' });
  expect(`${refused.stdout}${refused.stderr}`).not.toContain('aht_not');
  process.env.AGENT_HOME_TOKEN = token;
  expect(await list('http://127.0.0.1:9')).toMatchObject({ code: 1, error: 'home_unreachable' });
});

test('commands follow no redirect and believe no malformed answer', async () => {
  const place = commandPlace({});
  process.env.AGENT_HOME_TOKEN = token;
  const asked: string[] = [];
  const answers: [number, Record<string, string>, string][] = [
    [302, { location: here.home.url }, ''],
    [200, {}, 'hello'],
    [200, { 'content-type': 'application/json' }, '{"items":[{"kind":"agents"}]}'],
    [500, {}, '\u001b[2Joops'],
    [200, {}, `{"items":[],"padding":"${'x'.repeat(17 * 1024 ** 2)}"}`],
  ];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const [status, headers, body] = answers.shift() ?? [500, {}, ''];
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const count = answers.length;
  for (let index = 0; index < count; index += 1)
    expect(await place.run('specs', 'list', '--home', url)).toMatchObject({ code: 1, error: 'bad_answer' });
  expect(asked).toHaveLength(count);
});
