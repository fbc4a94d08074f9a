import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
import { getLedger, published } from '../../../support/ledger.ts';
import { policyText } from '../../../support/policy-texts.ts';
import { startHome } from '../../../support/start-home.ts';
import { type AgentProject, openProject, trustFolder } from '../../commands/support/agent-project.ts';
import { textAt } from '../tamper/bucket-and-database.ts';
import { type StdioAgent, stdioAgent } from './support/stdio-agent.ts';

const bob = `---
kind: agent
name: bob
title: Bob
tools: { deny: [bash] }
---
You work for an assistant.
`;

const cleo = `---
kind: agent
name: cleo
title: Cleo
tools: { allow: [home.look_around, home.wait, read_file, bash] }
---
You work for an assistant.
`;

const dora = `---
kind: agent
name: dora
title: Dora
tools: { allow: [home.look_around, read_file, write_file] }
---
You work for an assistant.
`;

async function openScene(agent: { name: string; text: string } = { name: 'bob', text: bob }) {
  const home = await startHome({ environment: { AGENT_HOME_ADMISSION: 'automatic' } });
  onTestFinished(() => home.close());
  await home.admin('POST', '/v1/admin/topics', {
    ...{ topic_id: 'hall', title: 'Hall', visibility: 'public', mode: 'freeform' },
  });
  const project = await openProject('rules: [{ answer: Hello. }]\n');
  const put = async (path: string, text: string) => {
    await mkdir(join(project.folder, path, '..'), { recursive: true });
    await writeFile(join(project.folder, path), text);
  };
  await put(`agents/${agent.name}.md`, agent.text);
  await put('notes.txt', 'The meeting is at four.\n');
  await put('root.json', JSON.stringify(home.rootSet));
  trustFolder(project.folder, project.home);
  const words = ['--agent', `agents/${agent.name}.md`, '--home', home.url, '--root', 'root.json'];
  const connect = async (more: string[] = []): Promise<StdioAgent> => {
    const inherited = Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : []));
    const environment = { ...Object.fromEntries(inherited), HOME: project.home };
    const agent = await stdioAgent([...words, ...more], environment, project.folder);
    onTestFinished(() => agent.close());
    return agent;
  };
  return { home, project, connect, words };
}

/** Waits until the agent is admitted and its card is published. */
async function admitted(agent: StdioAgent): Promise<void> {
  await eventually(async () => {
    const { isError, text } = await agent.call('home__look_around', { what: 'me' });
    if (isError) throw new Error(text);
  }, 30_000);
}

async function recordsOf(project: AgentProject): Promise<string> {
  const ids = await readdir(join(project.state, 'runs'));
  const shown = await Promise.all(ids.map((id) => project.run('runs', 'show', id, '--format', 'json')));
  return shown.map(({ stdout }) => stripVTControlCharacters(stdout)).join('\n');
}

/** Makes a call that can be cancelled; `began` resolves once it reports that it waits. */
function startCall(agent: StdioAgent, name: string, given: Record<string, unknown>) {
  const cancelling = new AbortController();
  let onBegin = () => {};
  const began = new Promise<void>((resolve) => {
    onBegin = resolve;
  });
  const options = { signal: cancelling.signal, timeout: 600_000, onprogress: () => onBegin() };
  const ended = agent.client.callTool({ name, arguments: given }, options).then(
    () => 'result',
    () => 'cancelled',
  );
  return { began, ended, cancel: () => cancelling.abort() };
}

test('calls of an MCP client are decided and recorded', { timeout: 120_000 }, async () => {
  const { home, project, connect } = await openScene();
  const agent = await connect();
  await admitted(agent);
  const { tools } = await agent.client.listTools();
  const names = tools.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['home__say', 'home__read', 'read_file']));
  expect(names).not.toContain('bash');
  const read = await agent.call('read_file', { path: 'notes.txt' });
  expect([read.isError, read.text]).toEqual([false, expect.stringContaining('The meeting is at four.')]);
  const refused = await agent.call('bash', { command: 'true' });
  expect(refused.isError).toBe(true);

  const said = await agent.call('home__say', { topic_id: 'hall', text: 'Good morning.' });
  expect([said.isError, said.text]).toEqual([false, expect.stringContaining('Accepted as entry 2')]);
  const bound = policyText('bound', [{ effect: 'deny', selector: { tool: 'home.vote' } }]);
  await home.admin('PUT', '/v1/agents/bob/policies', { policies: [{ text: bound }] });
  await published(home);
  const denied = await eventually(async () => {
    const seen = await agent.call('home__vote', { topic_id: 'hall', entry: 2 });
    if (!seen.text.includes('A policy denies')) throw new Error(seen.text);
    return seen;
  }, 20_000);
  expect(denied.isError).toBe(true);
  await agent.close();

  const [, entry] = await getLedger(home, 'hall');
  const message = JSON.parse(await textAt(home.open.platform.store, entry?.objectKey ?? ''));
  const runId = String(message.meta.run.run_id);
  const verified = await eventually(async () => {
    const ended = await project.run('runs', 'verify', runId);
    if (ended.code !== 0) throw new Error(`${ended.stdout}${ended.stderr}`);
    return ended.stdout;
  });
  expect(verified).toContain(runId);
  const records = await recordsOf(project);
  expect(records).toContain('The meeting is at four.');
  expect(records).toContain('denied_by_policy');
});

test('an agent of another runtime serves an MCP client', { timeout: 120_000 }, async () => {
  const text = bob.replace('title: Bob', 'title: Bob\nruntime: { selector: langgraph }');
  const { project, connect, words } = await openScene({ name: 'bob', text });
  const refused = await project.run('mcp', ...words);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('[runtime_not_configured]')]);
  // The client is the model: the folder is not opened.
  vi.stubEnv('AGENT_HOME_LANGGRAPH', '/nonexistent');
  const agent = await connect().finally(() => vi.unstubAllEnvs());
  await admitted(agent);
  const read = await agent.call('read_file', { path: 'notes.txt' });
  expect([read.isError, read.text]).toEqual([false, expect.stringContaining('The meeting is at four.')]);
});

test('a killed MCP server leaves runs that the next one ends', { timeout: 120_000 }, async () => {
  const { project, connect, words } = await openScene();
  const first = await connect();
  await admitted(first);
  await first.call('read_file', { path: 'notes.txt' });
  const second = await project.run('mcp', ...words);
  expect([second.code, second.stderr]).toEqual([1, expect.stringContaining('[resident_runs_already]')]);
  process.kill(first.pid(), 'SIGKILL');
  const states = async () => (await project.runs()).map(({ state }) => state);
  expect(await states()).toContain('interrupted');
  const third = await connect();
  await admitted(third);
  await third.close();
  await eventually(async () => expect(await states()).toEqual(expect.not.arrayContaining(['interrupted'])));
});

test('a call that waits holds no other call and can be cancelled', { timeout: 120_000 }, async () => {
  const { project, connect } = await openScene({ name: 'cleo', text: cleo });
  const agent = await connect();
  await admitted(agent);
  const { tools } = await agent.client.listTools();
  expect(tools.map(({ name }) => name).sort()).toEqual(
    ['bash', 'home__look_around', 'home__wait', 'read_file'].sort(),
  );
  const states = async () => (await project.runs()).map(({ state }) => state);
  const waiting = startCall(agent, 'home__wait', { topic_id: 'hall', seconds: 600 });
  const asking = startCall(agent, 'bash', { command: 'true' });
  await asking.began;
  const read = await agent.call('read_file', { path: 'notes.txt' });
  expect(read.text).toContain('The meeting is at four.');
  waiting.cancel();
  asking.cancel();
  expect([await waiting.ended, await asking.ended]).toEqual(['cancelled', 'cancelled']);
  await eventually(
    async () => expect((await states()).filter((state) => state === 'cancelled')).toHaveLength(2),
    20_000,
  );
  expect(await recordsOf(project)).toContain('the client cancelled the call');
  expect(await agent.call('home__look_around', { what: 'me' })).toMatchObject({ isError: false });
  await agent.close();
});

test('words of others taint every later call of a client', { timeout: 120_000 }, async () => {
  const { project, connect } = await openScene({ name: 'dora', text: dora });
  const agent = await connect();
  await eventually(async () => {
    const { isError, text } = await agent.call('read_file', { path: 'notes.txt' });
    if (isError) throw new Error(text);
  }, 30_000);
  const write = (path: string) => ({ path, content: 'Written.\n' });
  const early = await Promise.all([
    agent.call('write_file', write('a.txt')),
    agent.call('write_file', write('b.txt')),
  ]);
  expect(early.map(({ isError }) => isError)).toEqual([false, false]);
  expect(await agent.call('home__look_around', { what: 'topics' })).toMatchObject({ isError: false });
  const late = ['c.txt', 'd.txt'].map((path) => startCall(agent, 'write_file', write(path)));
  const happened = late.map(({ began, ended }) => Promise.race([began.then(() => 'waits'), ended]));
  expect(await Promise.all(happened)).toEqual(['waits', 'waits']);
  for (const { cancel } of late) cancel();
  expect(await Promise.all(late.map(({ ended }) => ended))).toEqual(['cancelled', 'cancelled']);
  await agent.close();
  const files = await readdir(project.folder);
  expect(files).toEqual(expect.arrayContaining(['a.txt', 'b.txt']));
  expect(files).toEqual(expect.not.arrayContaining(['c.txt', 'd.txt']));
});
