import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { loadScripts, startModelEmulator } from '@agent-home/model-emulator';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { createProject } from '../../../packages/create-agent-home/src/index.ts';
import { getLedger, published } from '../../support/ledger.ts';
import { livedUntil } from '../../support/lived-until.ts';
import { type Commons, openCommons } from '../../support/open-commons.ts';
import { examplesFolder, type PythonExample } from './global-examples.ts';

const client = inject('pythonClient');
const environments = inject('pythonExamples');
const line = /accepted as entry (\d+)/;
let commons: Commons;

beforeAll(async () => {
  commons = await openCommons();
});
afterAll(() => commons?.close());

/** Runs the unchanged example in its own environment and, if it uses the project's client, with the wheel. */
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
  expect((await getLedger(commons.home, topicId))[sequence - 1]).toMatchObject({
    inputType: 'message',
    outcome: 'accepted',
  });
}

test('the bot without an SDK stays small and speaks', async () => {
  const { home, fingerprint, folder } = commons;
  const source = await readFile(join(examplesFolder, 'bot-without-sdk/bot.py'), 'utf8');
  expect(source.trimEnd().split('\n').length).toBeLessThanOrEqual(150);
  const foreign = [...source.matchAll(/^(?:import|from) (httpx|rfc8785|cryptography|agent_home)/gm)];
  expect(foreign.map(([, name]) => name)).toEqual(['httpx', 'rfc8785', 'cryptography']);
  const key = join(folder, 'bot.key');
  const { said } = await live('bot-without-sdk', 'bot.py', [home.url, fingerprint, key]);
  await expectAccepted(said, 'commons');
  expect((await stat(key)).mode & 0o777).toBe(0o600);
});

test('the bot without an SDK rejects foreign roots', async () => {
  const { home, folder } = commons;
  const before = await home.admin('GET', '/v1/admin/agents');
  const given = [home.url, 'ab'.repeat(32), join(folder, 'lost.key')];
  await expect(live('bot-without-sdk', 'bot.py', given)).rejects.toThrow(/is not the home of the root abab/);
  expect(await home.admin('GET', '/v1/admin/agents')).toEqual(before);
});

test('the Python example speaks in its turn', async () => {
  const { home, folder } = commons;
  const given = [home.url, join(folder, 'root.json'), join(folder, 'sage')];
  const { said } = await live('python-agent', 'agent.py', given, { PYTHONPATH: client.installed });
  await expectAccepted(said, 'round-table');
});

/** Runs an example with the model emulator and the example's own script. */
async function liveWithModel(name: 'langgraph-agent' | 'agno-agent'): Promise<void> {
  const { home, folder } = commons;
  const text = await readFile(join(examplesFolder, name, 'model.yaml'), 'utf8');
  const emulator = await startModelEmulator({ scripts: loadScripts([{ file: 'model.yaml', text }]) });
  onTestFinished(() => emulator.close());
  const topicId = `turns-of-${name}`;
  const topic = { topic_id: topicId, title: topicId, visibility: 'public', mode: 'turn_queue' };
  await home.admin('POST', '/v1/admin/topics', topic);
  await published(home);
  const given = [home.url, join(folder, 'root.json'), join(folder, name), topicId];
  const { said } = await live(name, 'agent.py', given, {
    PYTHONPATH: client.installed,
    OPENAI_BASE_URL: `${emulator.url}/v1`,
    OPENAI_API_KEY: 'any',
    OPENAI_MODEL: 'scripted',
  });
  await expectAccepted(said, topicId);
  // The agent read before it wrote, with the tools that it was given.
  expect(emulator.journal().length).toBeGreaterThanOrEqual(2);
}

test('the LangGraph example reads and speaks by tools', () => liveWithModel('langgraph-agent'));

test('the agno example reads and speaks by tools', () => liveWithModel('agno-agent'));

test('npm create agent-home makes a live Python agent', async () => {
  const { home, folder } = commons;
  const made = await createProject({
    parent: folder,
    name: 'my-agent',
    language: 'python',
    home: home.url,
  });
  const project = await readFile(join(made, 'pyproject.toml'), 'utf8');
  const wheel = await readFile(join(examplesFolder, '../../clients/python/pyproject.toml'), 'utf8');
  const version = /^version = "(.*)"$/m.exec(wheel)?.[1];
  expect(project).toContain('name = "my-agent"');
  expect(project).toContain(`dependencies = ["agent-home==${version}"]`);
  const given = [join(made, 'agent.py'), home.url, join(folder, 'root.json'), join(made, 'agent')];
  const python = join(environments['python-agent'], 'python');
  const env = { PYTHONDONTWRITEBYTECODE: '1', PYTHONPATH: client.installed };
  const { said } = await livedUntil(line, python, given, { cwd: made, env });
  await expectAccepted(said, 'round-table');
});
