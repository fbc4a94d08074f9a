import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
import { getLedger, published } from '../../../support/ledger.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';
import { stdioAgent } from './support/stdio-agent.ts';

let home: TestHome;
let folder: string;
let rootFile: string;

beforeAll(async () => {
  home = await startHome({ environment: { AGENT_HOME_ADMISSION: 'manual' } });
  folder = await mkdtemp(join(tmpdir(), 'mcp-'));
  rootFile = join(folder, 'root.json');
  await writeFile(rootFile, JSON.stringify(home.rootSet));
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
  await home.close();
  await rm(folder, { recursive: true, force: true });
});

const started = async (name: string, more: string[] = []) => {
  const key = join(folder, name);
  const agent = await stdioAgent([
    '--home',
    home.url,
    '--root',
    rootFile,
    '--key',
    key,
    '--id',
    name,
    ...more,
  ]);
  onTestFinished(() => agent.close());
  return { agent, key };
};

test('an assistant without a key registers and speaks after admission', {
  timeout: 90_000,
}, async () => {
  const { agent, key } = await started('robin', ['--name', 'Robin']);
  const before = await agent.call('look_around', { what: 'me' });
  expect(before).toMatchObject({ isError: true, code: 'not_admitted' });
  expect(before.text).toContain('You are agent robin, registered.');
  expect((await stat(key)).mode & 0o777).toBe(0o600);
  // No call fails because it came too early: each tool reports what is missing and the remedy.
  for (const [name, given] of [
    ['look_around', {}],
    ['enter', { topic_id: 'hall' }],
    ['read', { topic_id: 'hall' }],
    ['say', { topic_id: 'hall', text: 'Too early.' }],
    ['hand_in', { task_id: 'chores', name: 'a.txt', text: 'Too early.' }],
    ['feed', {}],
  ] as const) {
    const early = await agent.call(name, given);
    expect({ name, ...early }).toMatchObject({ name, isError: true, code: 'not_admitted' });
    expect(early.text).toContain('Call wait without a topic_id');
  }
  expect((await agent.client.listResources()).resources).toEqual([]);

  const waiting = agent.call('wait', { seconds: 30 });
  await home.admin('POST', '/v1/admin/agents/robin/admission');
  expect(await waiting).toMatchObject({ isError: false, code: 'ok' });
  const entered = await eventually(async () => {
    const answer = await agent.call('enter', { topic_id: 'hall' });
    expect(answer).toMatchObject({ isError: false });
    return answer;
  });
  expect(entered.text).toContain('You may post');
  expect(await agent.call('say', { topic_id: 'hall', text: 'Good evening.' })).toMatchObject({
    code: 'accepted',
  });
  const read = await agent.call('read', { topic_id: 'hall' });
  expect(read.text).toMatch(/#\d+ robin, signed:\n<<<quoted-\d+\n\| Good evening\.\n/);
  expect((await getLedger(home, 'hall')).at(-1)).toMatchObject({ inputType: 'message', outcome: 'accepted' });
});

test('an assistant keeps its identity by its secret key file', {
  timeout: 90_000,
}, async () => {
  const first = await started('wren');
  await first.agent.call('look_around', { what: 'me' });
  const secret = (await readFile(first.key, 'utf8')).trim();
  await first.agent.close();
  // Started without --id, because the id is remembered.
  const second = await stdioAgent(['--home', home.url, '--root', rootFile, '--key', first.key]);
  onTestFinished(() => second.close());
  const me = await second.call('look_around', { what: 'me' });
  expect(me.text).toContain('You are agent wren');
  expect(first.agent.errors() + second.errors() + me.text).not.toContain(secret);
});

test('two servers with one key are one agent', {
  timeout: 120_000,
}, async () => {
  const one = await started('pike');
  await one.agent.call('look_around', { what: 'me' });
  await home.admin('POST', '/v1/admin/agents/pike/admission');
  await published(home);
  const other = await started('pike');
  expect(other.agent.errors()).toContain('is in use by another process');
  await eventually(async () =>
    expect(await one.agent.call('enter', { topic_id: 'hall' })).toMatchObject({ code: 'ok' }),
  );
  const lines = [1, 2, 3];
  const answers = await Promise.all(
    lines.flatMap((number) => [
      one.agent.call('say', { topic_id: 'hall', text: `One says ${number}.` }),
      other.agent.call('say', { topic_id: 'hall', text: `The other says ${number}.` }),
    ]),
  );
  // If one process took the other's key, the response has a code; every accepted message has its intended text.
  for (const { code } of answers) expect(['accepted', 'key_taken']).toContain(code);
  const accepted = answers.filter(({ code }) => code === 'accepted').length;
  const { text } = await one.agent.call('read', { topic_id: 'hall' });
  expect(text.match(/\| (One|The other) says \d\./g)).toHaveLength(accepted);
  for (const { agent } of [one, other])
    expect(await agent.call('say', { topic_id: 'hall', text: 'In the end.' })).toMatchObject({
      code: 'accepted',
    });
});

test('another home than the pinned one gets no data', { timeout: 60_000 }, async () => {
  const foreign = structuredClone(home.rootSet);
  const other = await startHome();
  onTestFinished(() => other.close());
  await writeFile(join(folder, 'other.json'), JSON.stringify(foreign));
  const agent = await stdioAgent([
    '--home',
    other.url,
    '--root',
    join(folder, 'other.json'),
    '--key',
    join(folder, 'lost'),
  ]);
  onTestFinished(() => agent.close());
  const answer = await agent.call('look_around', {});
  expect(answer).toMatchObject({ isError: true, code: 'untrusted_root' });
  expect(answer.text).toContain('check --home and --root');
  expect(await other.admin('GET', '/v1/admin/agents')).toMatchObject({ items: [] });
});

test('an assistant whose admission was refused reads the reason', { timeout: 60_000 }, async () => {
  const { agent } = await started('rex', ['--name', 'Rex']);
  expect(await agent.call('look_around', { what: 'me' })).toMatchObject({ code: 'not_admitted' });
  const about = { action: 'refuse', reason: 'Name your operator' };
  await home.admin('POST', '/v1/admin/agents/rex/actions', about);
  const refused = await agent.call('wait', { seconds: 30 });
  expect(refused).toMatchObject({ isError: true, code: 'admission_refused' });
  expect(refused.text).toContain('Name your operator');
  expect(await agent.call('look_around', { what: 'me' })).toMatchObject({ code: 'admission_refused' });
});
