import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RunList } from '@agent-home/http-contract';
import { expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { getRuns } from '../../support/mirrored-runs.ts';
import { startHome } from '../../support/start-home.ts';
import { type AgentProject, openProject } from './support/agent-project.ts';

const quiet = 'rules:\n  - when: { user: hello }\n    answer: Hello.\n';
const markdown = (name: string, ...lines: string[]) =>
  ['---', 'kind: agent', `name: ${name}`, `title: ${name}`, ...lines, '---', '', 'You live.', ''].join('\n');
const spec = `apiVersion: agent.platform/v1
kind: Agent
metadata: { name: eve, version: 1.0.0, owner: ada }
spec:
  type: conversational
  modelRef: { provider: emulator, name: small }
  promptRef: prompts/own
  runtime: { selector: native }
  tools: [home-read, home-say]
`;

async function put(project: AgentProject, files: Record<string, string>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(project.folder, path)), { recursive: true });
    await writeFile(join(project.folder, path), content);
  }
}

/** Returns options with a root set that belongs to no home, and an address without one. */
async function away(project: AgentProject): Promise<string[]> {
  const keys = [
    { key_id: `ed25519-${'0'.repeat(32)}`, public_key: Buffer.alloc(32, 7).toString('base64url') },
  ];
  const rootSet = { kind: 'platform_root_set', version: 1, threshold: 1, keys, signatures: [] };
  await put(project, { 'root.json': JSON.stringify(rootSet) });
  return ['--root', 'root.json', '--home', 'http://127.0.0.1:9'];
}

test('AgentSpec and Markdown agents move in by file or folder', async () => {
  const project = await openProject(quiet);
  const at = await away(project);
  await put(project, {
    'residents/eve/agent.yaml': spec,
    'residents/eve/prompts/own.md': 'You live.\n',
    'residents/bob.md': markdown('bob'),
  });
  const both = project.start('live', 'residents/eve/agent.yaml', 'residents/bob.md', ...at);
  await both.says(/eve joins http:\/\/127.0.0.1:9\nbob joins/);
  both.child.kill('SIGKILL');
  const folder = project.start('live', 'residents/eve', ...at);
  await folder.says(/eve joins/);
  folder.child.kill('SIGKILL');
  await rm(join(project.folder, 'residents/eve/prompts'), { recursive: true });
  const missing = await project.run('live', 'residents/eve', ...at);
  expect(missing).toMatchObject({ code: 2, stdout: '' });
  expect(missing.stderr).toContain('prompt_missing');
});

test('a resident lives in one process at a time', async () => {
  const project = await openProject(quiet);
  const at = await away(project);
  await put(project, { 'bob.md': markdown('bob') });
  const lock = join(project.state, 'residents/bob/resident.pid');
  const first = project.start('live', 'bob.md', ...at);
  await eventually(async () => expect(await readFile(lock, 'utf8')).toBe(String(first.child.pid)));
  const second = await project.run('live', 'bob.md', ...at);
  expect([second.code, second.stderr]).toEqual([1, expect.stringContaining('[resident_runs_already]')]);
  first.child.kill('SIGKILL');
  await first.ended;
  const third = project.start('live', 'bob.md', ...at);
  await eventually(async () => expect(await readFile(lock, 'utf8')).toBe(String(third.child.pid)));
  third.child.kill('SIGKILL');
});

test('an unsuitable file is reported before contact with the home', async () => {
  const project = await openProject(quiet);
  const at = await away(project);
  const refused = async (files: Record<string, string>, ...names: string[]) => {
    await put(project, files);
    const { code, stdout, stderr } = await project.run('live', ...names, ...at);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.split('\n')).toHaveLength(2);
    expect(stderr).not.toContain('\u001b');
    return /\[([a-z_]+)\]\n$/.exec(stderr)?.[1];
  };
  const one = { 'a/bob.md': markdown('bob'), 'b/bob.md': markdown('bob') };
  expect(await refused(one, 'a/bob.md', 'b/bob.md')).toBe('duplicate_name');
  expect(await refused({ 'bad.md': markdown('bad', '"mo\\e[2Jdle": x') }, 'bad.md')).toBe('unknown_field');
  const graph = [
    'graph:',
    '  entry: a',
    '  nodes: [{ name: a, agent: nonsuch }]',
    '  edges: [{ from: a, to: END }]',
  ];
  expect(await refused({ 'graph.md': markdown('graph', ...graph) }, 'graph.md')).toBe('unknown_agent');
  const other = { 'other.md': markdown('other', 'model: nonsuch') };
  expect(await refused(other, 'other.md')).toBe('unknown_model');
  const settings = { 'agents/settings.json': '{ "mcpServers": { "own": { "command": "true" } } }' };
  expect(await refused(settings, 'a/bob.md')).toBe('project_not_trusted');
  expect(await refused({ 'agents/settings.json': '{' }, 'a/bob.md')).toBe('invalid_settings');
});

test('an agent file waits for its project’s trust', async () => {
  const project = await openProject(quiet);
  const at = await away(project);
  await put(project, {
    '../clone/agents/bob.md': markdown('bob'),
    '../clone/eve/eve.md': markdown('eve'),
    '../home/.agent-home/agents/mia.md': markdown('mia'),
  });
  for (const file of ['../clone/agents/bob.md', '../clone/eve/eve.md']) {
    const refused = await project.run('live', file, ...at);
    expect([file, refused.code, refused.stderr]).toEqual([
      file,
      2,
      expect.stringMatching(/clone\S* is not trusted.*\[project_not_trusted\]$/m),
    ]);
  }
  // The user's own agent can live in every project.
  await rm(join(project.home, '.agent-home/trust.json'));
  const own = project.start('live', '../home/.agent-home/agents/mia.md', ...at);
  await own.says(/mia joins/);
  own.child.kill('SIGKILL');
});

test('live mirrors runs by its flag or by the operator’s setting only', { timeout: 120_000 }, async () => {
  const home = await startHome();
  const project = await openProject('rules:\n  - answer: Hello.\n');
  const topic = { topic_id: 'hall', title: 'Hall', visibility: 'public', mode: 'freeform' };
  await home.admin('POST', '/v1/admin/topics', topic);
  const { adminToken } = home.secrets;
  await put(project, {
    'root.json': JSON.stringify(home.rootSet),
    ...Object.fromEntries(['bob', 'eve', 'mia'].map((name) => [`${name}.md`, markdown(name)])),
  });
  const live = (name: string, ...flags: string[]) =>
    project.start('live', `${name}.md`, ...flags, '--root', 'root.json', '--home', home.url);
  const mirrored = async () =>
    (await getRuns<RunList>(home, adminToken, '/v1/runs?state=answered')).values.agents;
  const silent = live('bob');
  await eventually(
    async () => expect((await project.run('runs', 'list')).stdout).toMatch(/bob.*answered/),
    40_000,
  );
  const flagged = live('eve', '--mirror');
  await eventually(async () => expect(await mirrored()).toEqual(['eve']), 40_000);
  const settings = join(project.home, '.agent-home/settings.json');
  const written = JSON.parse(await readFile(settings, 'utf8')) as object;
  await writeFile(settings, JSON.stringify({ ...written, mirror: true }));
  const set = live('mia');
  await eventually(async () => expect(await mirrored()).toEqual(['eve', 'mia']), 40_000);
  for (const { child } of [silent, flagged, set]) child.kill('SIGKILL');
  await home.close();
});
