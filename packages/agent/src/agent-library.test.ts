import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { replayLog } from '@agent-home/agent-runtime';
import { loadScripts, startModelEmulator } from '@agent-home/model-emulator';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { Agent, type RunEvent, run, tool } from './index.ts';
import { add, agentFile, collect, createSend, key, openProject, openStudio } from './testing/studio.ts';

test('an inline agent answers over HTTP', async () => {
  const { createAgent } = await openStudio();
  const result = await run(createAgent(), 'Ada');
  expect(result).toMatchObject({ output: 'Hello to Ada', status: 'answered', usage: { toolCalls: 0 } });
  expect(result.usage.outputTokens).toBeGreaterThan(0);
});

test('a failed run has a result with a code', async () => {
  const { createAgent, emulator } = await openStudio();
  emulator.setFaults([{ times: 9, fault: { kind: 'error', status: 401 } }]);
  const failed = await run(createAgent(), 'Ada');
  expect(failed).toMatchObject({ output: '', status: 'failed' });
  expect(failed.code).toMatch(/^model_/);
  expect(failed.message).toContain('401');
});

test('a run of the library replays byte for byte in the project’s log', async () => {
  const { createAgent, runs, store } = await openStudio();
  const { runId } = await run(createAgent({ tools: [add] }), 'add');
  // The folder that `agent-home runs list` reads in this project.
  expect(await readdir(runs)).toContain(runId);
  const stored = await store.read(runId);
  expect(stored.isAuthentic()).toBe(true);
  const { records, missing } = replayLog(stored.lines, stored.value);
  expect([records.length, missing]).toEqual([stored.lines.length, []]);
  const types = records.map(({ type }) => type);
  expect(types.indexOf('policy.decided')).toBeLessThan(types.indexOf('kairo.tool.invoke'));
  expect(records.filter(({ type }) => type === 'kairo.tool.invoke')).toHaveLength(1);
});

test('a tool gets arguments parsed by zod', async () => {
  const { createAgent } = await openStudio();
  expect((await run(createAgent({ tools: [add] }), 'add')).output).toBe('The sum is {"sum":21}.');
});

test('the model reads the error that a tool throws', async () => {
  const { createAgent } = await openStudio();
  const failing = tool({
    name: 'send',
    description: 'Fails.',
    parameters: z.object({ to: z.string() }),
    execute() {
      throw new Error(`the post office is closed, ${key}`);
    },
    sideEffects: false,
  });
  const { output } = await run(createAgent({ tools: [failing] }), 'send');
  expect(output).toContain('the post office is closed');
  expect(output).not.toContain(key);
});

test('invalid agents, tools and sessions are rejected with a code', async () => {
  const { createAgent } = await openStudio();
  const parameters = z.object({});
  const create = (name: string, schema: z.ZodObject = parameters) =>
    tool({ name, description: '', parameters: schema, execute: () => '' });
  for (const invalid of [
    () => create('read_file'),
    () => create('not a name'),
    () => create('dated', z.object({ day: z.date() })),
    () => createAgent({ tools: [create('twice'), create('twice')] }),
    () => createAgent({ tools: [{ name: 'fake', description: '' }] }),
  ])
    expect(invalid).toThrow(expect.objectContaining({ name: 'AgentError', code: 'invalid_tool' }));
  for (const wrong of [{ name: 'Not A Name' }, { instructions: ' ' }, { limits: { maxTokens: -1 } }])
    expect(() => createAgent(wrong)).toThrow(expect.objectContaining({ code: 'invalid_agent' }));
  await expect(run(createAgent(), 'x', { session: '?' })).rejects.toMatchObject({ code: 'invalid_session' });
});

test('a call that needs approval is refused without a callback', async () => {
  const { createAgent } = await openStudio();
  const { send, sent } = createSend();
  const handle = run(createAgent({ tools: [send] }), 'send');
  const events = await collect(handle);
  expect(events.filter(({ type }) => type === 'tool_call')).toMatchObject([
    { tool: 'send', arguments: { to: 'robin' }, decision: 'confirm', code: 'needs_approval' },
  ]);
  expect(sent).toEqual([]);
  expect(await handle).toMatchObject({ status: 'answered', usage: { toolCalls: 0 } });
});

test('a callback allows or denies exactly one call', async () => {
  const { createAgent } = await openStudio();
  const { send, sent } = createSend();
  const agent = createAgent({ tools: [send] });
  const asked: object[] = [];
  const handle = run(agent, 'send', {
    onApproval({ tool, arguments: args, risk }) {
      asked.push({ tool, args: structuredClone(args), risk });
      Object.assign(args, { to: 'another' });
      return 'allow';
    },
  });
  const events = await collect(handle);
  expect(asked).toEqual([{ tool: 'send', args: { to: 'robin' }, risk: 'medium' }]);
  expect(events.flatMap((event) => (event.type === 'tool_call' ? [event.decision] : []))).toEqual([
    'confirm',
    'allow',
  ]);
  expect(sent).toEqual([{ to: 'robin', idempotencyKey: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  const denials = [
    () => 'deny' as const,
    async () => {
      throw new Error('no');
    },
    () => 'yes' as 'allow',
  ];
  for (const onApproval of denials)
    expect((await run(agent, 'send', { onApproval })).status).toBe('answered');
  expect(sent).toHaveLength(1);
});

test('events follow the log in order until the end', async () => {
  const { createAgent } = await openStudio();
  const handle = run(createAgent({ tools: [add] }), 'add');
  const events = await collect(handle);
  const result = await handle;
  const text = events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join('');
  expect(text).toBe(`Adding. ${result.output}`);
  expect(events.filter(({ type }) => type !== 'text')).toEqual([
    expect.objectContaining({ type: 'tool_call', tool: 'add', decision: 'allow' }),
    expect.objectContaining({ type: 'tool_result', tool: 'add', text: '{"sum":21}' }),
    { type: 'ended', result },
  ]);
  // Read again from the start after the end.
  expect(await collect(handle)).toEqual(events);
});

test('an error before the run rejects the result and ends the events', async () => {
  const { createAgent } = await openStudio();
  const bad = () => run(createAgent({ model: 'not-in-the-settings' }), 'x');
  await expect(bad()).rejects.toMatchObject({ name: 'AgentError', code: 'model_not_configured' });
  await expect(collect(bad())).rejects.toMatchObject({ code: 'model_not_configured' });
});

test('an aborted signal cancels the run', async () => {
  const { createAgent, emulator } = await openStudio();
  const controller = new AbortController();
  const handle = run(createAgent(), 'wait', { signal: controller.signal });
  await expect.poll(() => emulator.journal().length).toBeGreaterThan(0);
  controller.abort();
  expect(await handle).toMatchObject({ status: 'cancelled', output: '' });
});

test('an abort ends a pending approval', async () => {
  const { createAgent } = await openStudio();
  const { send, sent } = createSend();
  const controller = new AbortController();
  const result = await run(createAgent({ tools: [send] }), 'send', {
    signal: controller.signal,
    onApproval() {
      controller.abort();
      return new Promise(() => {});
    },
  });
  expect([result.status, sent]).toEqual(['cancelled', []]);
});

test('a session continues with its earlier messages', async () => {
  const { createAgent, emulator } = await openStudio();
  const agent = createAgent();
  const first = await run(agent, 'the first question');
  const second = await run(agent, 'the second', { session: first.sessionId });
  const third = await run(agent, 'the third');
  expect([second.sessionId === first.sessionId, third.sessionId === first.sessionId]).toEqual([true, false]);
  const contexts = emulator.journal().map((entry) => JSON.stringify(entry).includes('the first question'));
  expect(contexts).toEqual([true, true, false]);
});

test('limits of one run narrow those of the agent', async () => {
  const { createAgent } = await openStudio();
  const limited = await run(createAgent({ tools: [add] }), 'add', { limits: { maxToolCalls: 0 } });
  expect(limited).toMatchObject({ status: 'failed', code: 'too_many_tool_calls' });
});

test('a store option moves the logs', async () => {
  const { createAgent, project, runs } = await openStudio();
  const store = join(project, 'logs');
  const { runId } = await run(createAgent(), 'Ada', { store });
  expect(await readdir(store)).toContain(runId);
  await expect(readdir(runs)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a model’s key is in no log, event and error', async () => {
  const { createAgent, runs } = await openStudio({ keys: ['another-key-of-the-model'] });
  const handle = run(createAgent(), `I pasted ${key}`);
  const seen = JSON.stringify([await collect(handle), await handle]);
  expect(await handle).toMatchObject({ code: 'model_refused', message: expect.stringContaining('API key') });
  const files = await readdir(runs, { recursive: true, withFileTypes: true });
  const texts = await Promise.all(
    files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name), 'latin1')),
  );
  expect(texts.length).toBeGreaterThan(0);
  for (const text of [seen, ...texts]) expect(text).not.toContain(key);
});

test('spans of a run reach its collector', async () => {
  const { createAgent } = await openStudio();
  const bodies: string[] = [];
  const collector = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    bodies.push(`${request.url} ${String(request.headers['x-key'])} ${body}`);
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  onTestFinished(() => void collector.close());
  const { port } = collector.address() as AddressInfo;
  const trace = { url: `http://127.0.0.1:${port}`, headers: { 'x-key': 'of the collector' } };
  await run(createAgent({ tools: [add] }), 'add', { trace });
  expect(bodies).toEqual([expect.stringMatching(/^\/v1\/traces of the collector .*"resourceSpans"/)]);
  // A collector that is away does not fail the run.
  collector.close();
  collector.closeAllConnections();
  expect((await run(createAgent(), 'Ada', { trace })).status).toBe('answered');
});

test('an agent’s file runs with the settings and policies of its trusted project', async () => {
  const { open, trust, write, store } = await openProject(['policiesRef: [house]']);
  await write(
    'policies/house.policy.yaml',
    [
      'apiVersion: agent.platform/v1',
      'kind: Policy',
      'metadata: { name: house, version: 1.0.0, owner: ada }',
      'spec: { rules: [{ effect: deny, action: tool.call, selector: { tool: add } }] }',
    ].join('\n'),
  );
  expect(() => open()).toThrow(expect.objectContaining({ code: 'project_not_trusted' }));
  trust();
  const handle = run(open(), 'add');
  const events = await collect(handle);
  expect(events.find(({ type }) => type === 'tool_call')).toMatchObject({ decision: 'deny' });
  const { lines } = await store.read(handle.runId);
  const started = JSON.parse(lines[0] ?? '') as { data: { tools: { name: string }[] } };
  expect(started.data.tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['add', 'read_file', 'bash']),
  );
});

test('a file that cannot run is rejected with a code', async () => {
  const { open, trust, write, project } = await openProject();
  trust();
  await write('robin.md', agentFile('nme: wrong'));
  expect(() => open()).toThrow(expect.objectContaining({ code: 'agent_not_runnable' }));
  await write('settings.json', '{');
  expect(() => open()).toThrow(expect.objectContaining({ code: 'invalid_settings' }));
  const elsewhere = join(project, '../elsewhere.md');
  await write('settings.json', '{}');
  expect(() => Agent.fromFile(elsewhere, { project })).toThrow(
    expect.objectContaining({ code: 'agent_not_runnable' }),
  );
});

const teamScript = `
rules:
  - when: { system: You lead, after: { tool: delegate } }
    answer: 'They said: {{result}}'
  - when: { system: You lead, user: pass }
    answer: { calls: [{ tool: handoff_to_writer, arguments: { reason: it is about words } }] }
  - when: { system: You lead }
    answer: { calls: [{ tool: delegate, arguments: { tasks: [{ agent: writer, task: Write. }, { agent: counter, task: Count. }] } }] }
  - when: { system: You write }
    answer: Written.
  - when: { system: You count, after: { tool: add } }
    answer: 'Counted {{result}}.'
  - when: { system: You count }
    answer: { calls: [{ tool: add, arguments: { one: 1, other: 2 } }] }
`;

test('an agent of a program delegates and hands over to others', async () => {
  const { createAgent, project, store } = await openStudio();
  const emulator = await startModelEmulator({
    scripts: loadScripts([{ file: 'team.yaml', text: teamScript }]),
    keys: ['key-of-others-0123456789'],
  });
  onTestFinished(() => emulator.close());
  const model = {
    provider: 'openai-compatible',
    url: `${emulator.url}/v1`,
    model: 'others',
    key: 'key-of-others-0123456789',
  } as const;
  const writer = new Agent({
    name: 'writer',
    instructions: 'You write.',
    description: 'Writes.',
    model,
    project,
  });
  const counter = new Agent({ name: 'counter', instructions: 'You count.', model, project, tools: [add] });
  const others = { subagents: [writer, counter], handoffs: [writer] };
  const lead = new Agent({ name: 'lead', instructions: 'You lead.', model, project, ...others });
  const events: RunEvent[] = [];
  const running = run(lead, 'Do it.');
  for await (const event of running) events.push(event);
  const result = await running;
  expect(result).toMatchObject({ status: 'answered' });
  expect(result.output).toMatch(/Written.*Counted/s);
  expect(events.filter(({ type }) => type === 'ended')).toHaveLength(1);
  expect(JSON.stringify(events)).not.toContain('"add"');
  expect(await store.list()).toHaveLength(3);
  expect((await run(lead, 'pass it on')).output).toBe('Written.');
  // Agents with models of different addresses and keys may work together.
  const robin = createAgent({ subagents: [writer] });
  expect((await run(robin, 'hello')).status).toBe('answered');
  const same = new Agent({
    name: 'other',
    instructions: 'You.',
    model: { ...model, key: 'another-key-0123456789' },
    project,
  });
  const mixed = createAgent({ subagents: [writer, same] });
  await expect(run(mixed, 'hello')).rejects.toMatchObject({ code: 'invalid_agent' });
  const named = new Agent({ name: 'writer', instructions: 'You too.', model, project });
  const twice = createAgent({ subagents: [writer], handoffs: [named] });
  await expect(run(twice, 'hello')).rejects.toMatchObject({ code: 'invalid_agent' });
});
