import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  type CommandPlace,
  commandPlace,
  scriptedModel,
} from '../../../../apps/cli/src/testing/command-place.ts';
import { OwnersHome } from '../owners/owners-home.ts';
import { agentText, policyText, toolText } from './spec-documents.ts';

let here: OwnersHome;
let token: string;
beforeAll(async () => {
  here = await OwnersHome.start();
  here.home.open.platform.config.specWritesPerMinute = 1_000;
  token = String(here.olga.authorization).replace('Bearer ', '');
});
afterAll(() => here.home.close());
afterEach(() => {
  delete process.env.AGENT_HOME_TOKEN;
  delete process.env.AGENT_HOME_URL;
});

const script = `
rules:
  - when: { system: I am of a file }
    answer: I am of a file.
  - when: { after: { tool: stamp-letter } }
    answer: It is stamped.
  - when: { after: { tool: burn-letter } }
    answer: It is not burnt.
  - when: { user: stamp }
    answer: { calls: [{ tool: stamp-letter, arguments: {} }] }
  - when: { user: burn }
    answer: { calls: [{ tool: burn-letter, arguments: {} }] }
  - answer: I am of the home.
`;
const program = [process.execPath, '-e', `process.stdout.write('{"done":true}')`];

/** Returns a machine with a model and two programs, and the settings of the token and the home. */
async function newPlace(files: Record<string, string> = {}, settings: object = {}): Promise<CommandPlace> {
  const { models } = await scriptedModel(script);
  process.env.AGENT_HOME_TOKEN = token;
  process.env.AGENT_HOME_URL = here.home.url;
  return commandPlace({
    'home/.agent-home/settings.json': JSON.stringify({
      models,
      tools: { 'stamp-letter': { command: program }, 'burn-letter': { command: program } },
      approvals: { autoApprove: ['safe', 'low', 'medium', 'high'] },
      ...settings,
    }),
    ...files,
  });
}

async function register(kind: string, name: string, version: string, content: string): Promise<void> {
  const path = `/v1/specs/${kind}/${name}/${version}`;
  const file = kind === 'agents' ? 'spec.md' : 'spec.yaml';
  const answer = await here.as(here.olga, 'PUT', path, { file, content });
  expect([path, answer.status]).toEqual([path, 201]);
}

/** Registers an agent with two tools, of which its policy denies one. */
async function registerClerk(name: string): Promise<void> {
  const fields = `policiesRef: [${name}-rules]\ntools: { allow: [stamp-letter, burn-letter] }\n`;
  await register('agents', name, '1.0.0', agentText(name, '1.0.0', fields));
  await register('policies', `${name}-rules`, '1.0.0', policyText(`${name}-rules`, '1.0.0', 'burn-letter'));
}

const getHash = (text: string) => /--sha256 ([0-9a-f]{64})/.exec(text)?.[1] ?? '';

async function trust(place: CommandPlace, name: string): Promise<string> {
  const hash = getHash((await place.run('agents', 'trust', name, '--home')).stdout);
  expect((await place.run('agents', 'trust', name, '--home', '--sha256', hash)).stdout).toContain(
    `Trusted: ${hash}`,
  );
  return hash;
}

async function runClerk(place: CommandPlace, name: string, text: string, ...more: string[]) {
  return place.run('agents', 'run', name, '-p', text, '--home', ...more);
}

/** Returns the first record of the newest run. */
function newestStart(place: CommandPlace): Record<string, unknown> {
  const folder = join(place.project, '..', 'state', 'runs');
  const logs = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.jsonl'),
  );
  const starts = logs.map((file) =>
    JSON.parse(readFileSync(join(folder, file), 'utf8').split('\n')[0] ?? '{}'),
  );
  return starts.toSorted((one, other) => (one.time < other.time ? 1 : -1))[0]?.data;
}

beforeAll(async () => {
  await register('tools', 'stamp-letter', '1.0.0', toolText('stamp-letter', '1.0.0'));
  await register('tools', 'burn-letter', '1.0.0', toolText('burn-letter', '1.0.0'));
});

test('an agent of a home runs with its tools after it is trusted', async () => {
  await registerClerk('clerk');
  const place = await newPlace();
  expect(await runClerk(place, 'clerk@1.0.0', 'hello')).toMatchObject({ code: 2, error: 'home_not_trusted' });
  const shown = (await place.run('agents', 'trust', 'clerk@1.0.0', '--home')).stdout;
  for (const text of ['You help.', 'effect: deny', 'Tool stamp-letter 1.0.0']) expect(shown).toContain(text);
  const wrong = await place.run('agents', 'trust', 'clerk', '--home', '--sha256', 'f'.repeat(64));
  expect(wrong).toMatchObject({ code: 1, error: 'trust_changed' });
  const hash = await trust(place, 'clerk');
  const stamped = await runClerk(place, 'clerk', 'stamp it');
  expect([stamped.stdout, stamped.stderr]).toEqual([
    'It is stamped.\n',
    expect.stringMatching(/✔ stamp-letter/),
  ]);
  const { registered } = newestStart(place);
  expect(registered).toMatchObject({
    home: here.home.url,
    set_sha256: hash,
    specs: [
      { kind: 'Agent', name: 'clerk', version: '1.0.0' },
      { kind: 'Policy', name: 'clerk-rules', version: '1.0.0' },
      { kind: 'Tool', name: 'burn-letter', version: '1.0.0' },
      { kind: 'Tool', name: 'stamp-letter', version: '1.0.0' },
    ],
  });
  const burnt = await runClerk(place, 'clerk', 'burn it');
  expect([burnt.stdout, burnt.stderr]).toEqual([
    'It is not burnt.\n',
    expect.stringMatching(/burn-letter.*denied/),
  ]);
  expect(await runClerk(place, 'absent-clerk', 'hello')).toMatchObject({ code: 2, error: 'agent_not_found' });
});

test('a changed set of a home needs trust again', async () => {
  await registerClerk('second-clerk');
  const place = await newPlace();
  await trust(place, 'second-clerk');
  const run = () => runClerk(place, 'second-clerk@1.0.0', 'hello');
  expect(await run()).toMatchObject({ code: 0, stdout: 'I am of the home.\n' });
  const rules = policyText('second-clerk-rules', '1.0.1', 'grep');
  await register('policies', 'second-clerk-rules', '1.0.1', rules);
  expect(await run()).toMatchObject({ code: 2, error: 'home_not_trusted' });
  const withdrawal = { method: 'DELETE', headers: here.olga };
  await fetch(`${here.home.url}/v1/specs/policies/second-clerk-rules/1.0.1`, withdrawal);
  expect(await run()).toMatchObject({ code: 0 });
  await fetch(`${here.home.url}/v1/specs/policies/second-clerk-rules/1.0.0`, withdrawal);
  expect(await run()).toMatchObject({ code: 2, error: 'home_not_trusted' });
  await trust(place, 'second-clerk');
  expect(await run()).toMatchObject({ code: 2, error: 'unknown_policy' });
});

test('a home that lies about a document is refused', async () => {
  await registerClerk('third-clerk');
  const place = await newPlace();
  await trust(place, 'third-clerk');
  const honest = await fetch(`${here.home.url}/v1/specs/agents/third-clerk/newest/set`, {
    headers: here.olga,
  });
  const text = await honest.text();
  type Document = { kind: string; name: string; version: string; sha256: string; content: string };
  type Set = { agent: Document; policies: Document[]; tools: Document[] };
  const lies: [string, (set: Set) => void, string][] = [
    ['other rules', ({ policies }) => replaceIn(policies, 'deny', 'allow'), 'registry_damaged'],
    ['another prompt', ({ agent }) => replaceIn([agent], 'You help', 'You lie'), 'registry_damaged'],
    ['another version', ({ agent }) => replaceIn([agent], '1.0.0', '1.0.1'), 'registry_damaged'],
    ['another agent', ({ agent }) => Object.assign(agent, { name: 'first-clerk' }), 'registry_damaged'],
    ['an older one', ({ agent }) => Object.assign(agent, { version: '0.9.0' }), 'registry_damaged'],
    ['a tool as policy', ({ policies, tools }) => policies.push(...tools), 'registry_damaged'],
    ['a policy twice', ({ policies }) => policies.push(...policies), 'registry_damaged'],
    ['no text', ({ agent }) => Object.assign(agent, { content: '' }), 'registry_damaged'],
    ['a hash of another form', ({ agent }) => Object.assign(agent, { sha256: 'none' }), 'bad_answer'],
    ['no policies', ({ policies }) => policies.splice(0), 'home_not_trusted'],
    ['no tools', ({ tools }) => tools.splice(0), 'home_not_trusted'],
    ['nothing', () => undefined, ''],
  ];
  function replaceIn(documents: Document[], from: string, to: string): void {
    for (const one of documents) one.content = one.content.replaceAll(from, to);
  }
  let lie: (set: Set) => void = () => undefined;
  const server = createServer((_, response) => {
    // The address of this server is another home, whose sets are trusted separately.
    const set = JSON.parse(text) as Set;
    lie(set);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(set));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  process.env.AGENT_HOME_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await runClerk(place, 'third-clerk', 'hello')).toMatchObject({ error: 'home_not_trusted' });
  await trust(place, 'third-clerk');
  for (const [what, tell, code] of lies) {
    lie = tell;
    const { error = '' } = await runClerk(place, 'third-clerk@1.0.0', 'hello');
    expect([what, error]).toEqual([what, code]);
  }
});

test('words of a home lower no risk of a tool', async () => {
  const harmless = (name: string, owner: string) =>
    toolText(name, '1.0.0')
      .replace('owner: olga', `owner: ${owner}`)
      .replace('spec: {', 'spec: { sideEffects: false, idempotent: true, retry: 3,');
  await register('tools', 'send-letter', '1.0.0', harmless('send-letter', 'olga'));
  await register('tools', 'read-letter', '1.0.0', toolText('read-letter', '1.0.0'));
  const fields = 'tools: { allow: [send-letter, read-letter] }\n';
  await register('agents', 'postman', '1.0.0', agentText('postman', '1.0.0', fields));
  const tools = { 'send-letter': { command: program }, 'read-letter': { command: program } };
  const place = await newPlace(
    { 'home/.agent-home/agents/tools/read-letter.tool.yaml': harmless('read-letter', 'me') },
    { tools },
  );
  await trust(place, 'postman');
  expect((await runClerk(place, 'postman', 'hello')).code).toBe(0);
  const { tools: pinned, registered } = newestStart(place) as {
    tools: { name: string; risk: string; side_effects: boolean; idempotent: boolean }[];
    registered: { specs: { name: string }[] };
  };
  const risks = pinned.filter(({ name }) => name in tools);
  expect(risks).toMatchObject([
    { name: 'read-letter', risk: 'medium', side_effects: false, idempotent: true },
    { name: 'send-letter', risk: 'high', side_effects: true, idempotent: false },
  ]);
  expect(registered.specs.map(({ name }) => name)).toEqual(['postman', 'send-letter']);
});

test('a tool of a home runs only where the settings bind it', async () => {
  await registerClerk('fourth-clerk');
  const place = await newPlace({}, { tools: { 'stamp-letter': { command: program } } });
  const shown = (await place.run('agents', 'trust', 'fourth-clerk', '--home')).stdout;
  expect(shown).toMatch(/✗ .*burn-letter/);
  await trust(place, 'fourth-clerk');
  expect(await runClerk(place, 'fourth-clerk', 'burn it')).toMatchObject({
    code: 2,
    error: 'tool_not_bound',
  });
});

test('files lend nothing to an agent of a home', async () => {
  await register('agents', 'leader', '1.0.0', agentText('leader', '1.0.0', 'subagents: [helper]\n'));
  await register(
    'agents',
    'ruled-one',
    '1.0.0',
    agentText('ruled-one', '1.0.0', 'policiesRef: [local-rules]\n'),
  );
  await register('agents', 'star-one', '1.0.0', agentText('star-one', '1.0.0', 'subagents: ["*"]\n'));
  const place = await newPlace({
    'project/agents/helper.md': agentText('helper', '1.0.0'),
    'home/.agent-home/agents/helper-two.md': agentText('helper-two', '1.0.0'),
    'home/.agent-home/agents/policies/local-rules.policy.yaml': policyText('local-rules', '1.0.0'),
  });
  place.trust();
  for (const name of ['leader', 'ruled-one', 'star-one']) await trust(place, name);
  expect(await runClerk(place, 'leader', 'hello')).toMatchObject({ error: 'unknown_agent' });
  expect(await runClerk(place, 'ruled-one', 'hello')).toMatchObject({ error: 'unknown_policy' });
  expect(await runClerk(place, 'star-one', 'hello')).toMatchObject({ code: 0 });
  expect(newestStart(place)).not.toHaveProperty('subagents');
});

test('an agent of a home shares no session with a file of its name', async () => {
  await registerClerk('fifth-clerk');
  const place = await newPlace({
    'project/agents/fifth-clerk.md': agentText('fifth-clerk', '1.0.0', '', 'I am of a file'),
  });
  place.trust();
  await trust(place, 'fifth-clerk');
  const runFile = () => place.run('agents', 'run', 'fifth-clerk', '-p', 'hello');
  expect((await runFile()).stdout).toBe('I am of a file.\n');
  const ofFile = newestStart(place);
  expect((await runClerk(place, 'fifth-clerk', 'hello')).stdout).toBe('I am of the home.\n');
  const ofHome = newestStart(place);
  expect([ofHome.context, ofHome.session_id === ofFile.session_id]).toEqual([[], false]);
  await runClerk(place, 'fifth-clerk', 'hello');
  expect(newestStart(place).context).toHaveLength(2);
  await runFile();
  expect(newestStart(place)).toMatchObject({ session_id: ofFile.session_id });
  const stolen = await runClerk(place, 'fifth-clerk', 'hello', '--session', String(ofFile.session_id));
  expect(stolen).toMatchObject({ code: 2, error: 'invalid_session' });
});

test('a run of an agent of a home resumes without the home', async () => {
  await registerClerk('sixth-clerk');
  const place = await newPlace({}, { approvals: { autoApprove: ['safe'] } });
  const hash = await trust(place, 'sixth-clerk');
  const waiting = await runClerk(place, 'sixth-clerk', 'stamp it');
  expect(waiting.code).toBe(3);
  delete process.env.AGENT_HOME_TOKEN;
  delete process.env.AGENT_HOME_URL;
  const { run_id: runId, registered } = newestStart(place);
  expect(registered).toMatchObject({ set_sha256: hash });
  const approvals = JSON.parse((await place.run('approvals', 'list', '--format', 'json')).stdout);
  const [{ id }] = approvals;
  expect((await place.run('approvals', 'approve', id)).code).toBe(0);
  const resumed = await place.run('runs', 'resume', String(runId), '--project', place.project);
  expect([resumed.code, resumed.stdout]).toEqual([0, expect.stringContaining('It is stamped.')]);
  expect((await place.run('runs', 'show', String(runId))).stdout).toContain(`home       ${here.home.url}`);
});
