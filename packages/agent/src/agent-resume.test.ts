import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replayLog } from '@agent-home/agent-runtime';
import { answerRun } from '@agent-home/runtime-node';
import { expect, test } from 'vitest';
import { resume, run } from './index.ts';
import { add, agentFile, collect, createSend, openProject, openStudio } from './testing/studio.ts';

test('a waiting run continues with the answer of another program', async () => {
  const { createAgent, store } = await openStudio();
  const { send, sent } = createSend();
  const waiting = await run(createAgent({ tools: [send] }), 'send', { onApproval: () => 'wait' });
  expect(waiting).toMatchObject({
    status: 'waiting',
    output: '',
    pending: [{ kind: 'approval', agent: 'robin', tool: 'send', arguments: { to: 'robin' } }],
  });
  expect(waiting.usage.outputTokens).toBeGreaterThan(0);
  const { runId, sessionId } = waiting;
  // Without an answer it waits on.
  const agent = createAgent({ tools: [send] });
  expect(await resume(agent, runId)).toMatchObject({ status: 'waiting', runId });
  expect(sent).toEqual([]);
  const handle = resume(agent, runId, { onApproval: () => 'allow' });
  const events = await collect(handle);
  expect(events.find(({ type }) => type === 'tool_call')).toMatchObject({ tool: 'send', decision: 'allow' });
  expect(await handle).toMatchObject({ status: 'answered', runId, sessionId, output: 'The tool said: sent' });
  expect(sent).toHaveLength(1);
  // Resumed again, an ended run makes no call.
  expect(await resume(agent, runId)).toMatchObject({ status: 'answered', output: 'The tool said: sent' });
  expect(sent).toHaveLength(1);
  const stored = await store.read(runId);
  expect(replayLog(stored.lines, stored.value).missing).toEqual([]);
});

test('a run continues with the answer that the command recorded', async () => {
  const { createAgent, store } = await openStudio();
  const { send, sent } = createSend();
  const agent = createAgent({ tools: [send] });
  const { runId } = await run(agent, 'send', { onApproval: () => 'wait' });
  const { state } = replayLog((await store.read(runId)).lines, () => undefined);
  if (state.waiting.for !== 'approval') throw new Error('the run does not wait');
  const { approval_id: questionId, arguments_sha256: argumentsSha256 } = state.waiting.question;
  const word = { questionId, argumentsSha256, word: 'deny', name: 'ada', reason: 'not today' } as const;
  await answerRun(store, runId, { word, now: () => new Date().toISOString() });
  expect((await resume(agent, runId)).output).toContain('not today');
  expect(sent).toEqual([]);
});

test('a run that another agent began is not resumed', async () => {
  const { createAgent } = await openStudio();
  const { send } = createSend();
  const { runId } = await run(createAgent({ tools: [send] }), 'send', { onApproval: () => 'wait' });
  await expect(resume(createAgent({ name: 'wren' }), runId)).rejects.toMatchObject({ code: 'not_resumable' });
  await expect(resume(createAgent(), 'run_00000000000000000000000000')).rejects.toMatchObject({
    name: 'AgentError',
    code: 'no_such_run',
  });
});

const policy = [
  'apiVersion: agent.platform/v1',
  'kind: Policy',
  'metadata: { name: house, version: 1.0.0, owner: ada }',
  'spec: { rules: [{ effect: deny, action: tool.call, selector: { tool: send } }] }',
].join('\n');

test('a resumed run obeys rules that became stricter', async () => {
  const { open, trust, write } = await openProject();
  const { send, sent } = createSend();
  trust();
  const { runId } = await run(open([send]), 'send', { onApproval: () => 'wait' });
  await write('policies/house.policy.yaml', policy);
  await write('robin.md', agentFile('policiesRef: [house]'));
  const { output } = await resume(open([send]), runId, { onApproval: () => 'allow' });
  expect(output).toContain('The tool said: ');
  expect(sent).toEqual([]);
});

test('a task of another agent that waits is resumed with its run', async () => {
  const { createAgent } = await openStudio({
    text: `
rules:
  - when: { system: You lead, after: { tool: delegate } }
    answer: 'They said: {{result}}'
  - when: { system: You lead }
    answer: { calls: [{ tool: delegate, arguments: { tasks: [{ agent: sender, task: send }] } }] }
  - when: { after: { tool: send } }
    answer: Sent.
  - when: { tools: send }
    answer: { calls: [{ tool: send, arguments: { to: robin } }] }
`,
  });
  const { send, sent } = createSend();
  const sender = createAgent({ name: 'sender', instructions: 'You send.', tools: [send] });
  const lead = createAgent({ name: 'lead', instructions: 'You lead.', subagents: [sender] });
  const waiting = await run(lead, 'Do it.', { onApproval: () => 'wait' });
  expect(waiting).toMatchObject({ status: 'waiting', pending: [{ agent: 'sender', tool: 'send' }] });
  expect(waiting.pending?.[0]?.runId).not.toBe(waiting.runId);
  const done = await resume(lead, waiting.runId, { onApproval: () => 'allow' });
  expect(done).toMatchObject({ status: 'answered', output: expect.stringContaining('Sent.') });
  expect(sent).toHaveLength(1);
});

test('patterns allow the calls that they cover and no others', async () => {
  const { createAgent } = await openStudio();
  const { send, sent } = createSend();
  const agent = createAgent({ tools: [send, add] });
  expect((await run(agent, 'send', { allow: ['send'] })).output).toBe('The tool said: sent');
  expect(sent).toHaveLength(1);
  const other = await run(agent, 'send', { allow: ['bash(git diff *)', 'mcp.github.*'] });
  expect(other.output).toContain('no pattern allows it');
  expect(sent).toHaveLength(1);
  // A callback is for the calls that no pattern covers.
  const asked: string[] = [];
  const onApproval = ({ tool }: { tool: string }) => {
    asked.push(tool);
    return 'allow' as const;
  };
  await run(agent, 'send', { allow: ['send'], onApproval });
  await run(agent, 'send', { allow: ['other'], onApproval });
  expect([asked, sent.length]).toEqual([['send'], 3]);
  await expect(run(agent, 'send', { allow: ['bash(git diff; rm)'] })).rejects.toMatchObject({
    code: 'invalid_pattern',
  });
});

const commandText = `
rules:
  - when: { after: { tool: bash } }
    answer: 'It printed {{result}}'
  - when: { after: { tool: read_file } }
    answer: 'It says {{result}}'
  - when: { user: read, tools: read_file }
    answer: { calls: [{ tool: read_file, arguments: { path: notes.txt } }] }
  - when: { user: print, tools: bash }
    answer: { calls: [{ tool: bash, arguments: { command: echo one two } }] }
  - when: { user: extend, tools: bash }
    answer: { calls: [{ tool: bash, arguments: { command: 'echo one; touch made' } }] }
  - answer: No tools.
`;

test('an agent of a program has the built-in tools that it names', async () => {
  const { createAgent, project } = await openStudio({ text: commandText });
  await writeFile(join(project, 'notes.txt'), 'green');
  const agent = createAgent({ tools: ['read_file', 'bash', add] });
  expect((await run(agent, 'read it')).output).toContain('green');
  const allow = ['bash(echo *)'];
  expect((await run(agent, 'print it', { allow })).output).toContain('one two');
  expect((await run(agent, 'extend it', { allow })).output).toContain('no pattern allows it');
  expect((await run(createAgent({ tools: ['read_file'] }), 'print it', { allow })).output).toBe('No tools.');
  expect(() => createAgent({ tools: ['read_fil'] })).toThrow(
    expect.objectContaining({ code: 'invalid_tool' }),
  );
});

test('patterns of the settings apply to an agent’s file', async () => {
  const { open, trust, write, project } = await openProject();
  const { send, sent } = createSend();
  const settings = JSON.parse(await readFile(join(project, 'agents/settings.json'), 'utf8'));
  const elsewhere = { pattern: 'send', project: '/elsewhere' };
  await write('settings.json', JSON.stringify({ ...settings, approvals: { allow: [elsewhere] } }));
  trust();
  await run(open([send]), 'send');
  expect(sent).toEqual([]);
  await write('settings.json', JSON.stringify({ ...settings, approvals: { allow: ['send'] } }));
  trust();
  await run(open([send]), 'send');
  expect(sent).toHaveLength(1);
});
