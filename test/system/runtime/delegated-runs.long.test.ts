import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunRecord } from '@agent-home/agent-runtime/run-log';
import { type Asking, answerRun } from '@agent-home/runtime-node';
import { expect, test } from 'vitest';
import { wordTo } from './support/answers.ts';
import { dieAtEveryWrite } from './support/die-at-every-write.ts';
import { MeetingTools } from './support/meeting-tools.ts';
import { type Member, openTeam, told } from './support/open-team.ts';

const message = { text: 'Prepare the release.', origin: 'user', tainted: false };
interface Delegated {
  run_id: string;
  status: string;
  head?: string;
}

function delegatedRuns(records: readonly RunRecord[]): Delegated[] {
  const found = records.find(({ type, data }) => type === 'call.finished' && data.delegated !== undefined);
  const { metadata } = (found?.data.outcome ?? {}) as { metadata?: { runs: Delegated[] } };
  return metadata?.runs ?? [];
}

const resultOf = (records: readonly RunRecord[]) =>
  JSON.stringify(records.find(({ type }) => type === 'kairo.tool.result')?.data.result);

test('a delegated task is answered to the agent that delegates', async () => {
  const { runtime, order, check, project } = await openTeam(
    `  - when: { system: You are lead, after: { tool: delegate } }
    answer: 'The release is ready.'
${told('You are lead', ['writer', 'Write the notes.'])}
  - when: { system: You are writer, after: { tool: write_file } }
    answer: The notes are written.
  - when: { system: You are writer }
    answer: { calls: [{ tool: write_file, arguments: { path: notes.txt, content: new } }] }
`,
    { lead: {}, writer: {} },
  );
  const { runId, state } = await runtime.postMessage(order('lead'), message);
  expect(state.ended).toMatchObject({ status: 'answered', answer: 'The release is ready.' });
  expect(await readFile(join(project, 'notes.txt'), 'utf8')).toBe('new');
  const { whole } = await check(runId);
  expect(resultOf(whole)).toContain('The notes are written.');
  const [run] = delegatedRuns(whole);
  const below = await check(run?.run_id ?? '');
  expect(below.whole[0]?.data.parent).toMatchObject({ run_id: runId, agent: 'lead', depth: 1 });
  expect(run).toMatchObject({ status: 'answered', head: below.state.head.hash });
  expect(state.ended?.usage.tool_calls).toBe(2);
});

test('tasks of one call run at the same time', async () => {
  const { runtime, order, check } = await openTeam(
    `  - when: { system: You are lead, after: { tool: delegate } }
    answer: Both came.
${told('You are lead', ['first', 'Meet.'], ['second', 'Meet.'])}
  - when: { system: You are first, after: { tool: meet } }
    answer: I am the first.
  - when: { system: You are second, after: { tool: meet } }
    answer: I am the second.
  - when: { system: You are first }
    answer: { calls: [{ tool: meet, arguments: {} }] }
  - when: { system: You are second }
    answer: { calls: [{ tool: meet, arguments: {} }] }
`,
    { lead: {}, first: {}, second: {} },
    new MeetingTools(2),
  );
  const { runId, state } = await runtime.postMessage(order('lead'), message);
  expect(state.ended?.answer).toBe('Both came.');
  const { whole } = await check(runId);
  expect(resultOf(whole)).toMatch(
    /Task 1, agent first: I am the first\..*Task 2, agent second: I am the second\./s,
  );
  for (const { run_id } of delegatedRuns(whole)) await check(run_id);
});

test('a task that fails is a result for the model', async () => {
  const { runtime, order, check } = await openTeam(
    `  - when: { system: You are lead, after: { tool: delegate } }
    answer: One of them answered.
${told('You are lead', ['writer', 'Write.'], ['missing', 'Write.'])}
  - when: { system: You are writer }
    answer: I wrote.
`,
    { lead: {}, writer: {}, missing: {} },
  );
  const { runId } = await runtime.postMessage(order('lead'), message);
  const { whole } = await check(runId);
  expect(resultOf(whole)).toMatch(
    /I wrote\..*Task 2, agent missing: failed \[agent_not_found\]: missing is away/s,
  );
});

test('an agent delegates only to its subagents', async () => {
  const { runtime, order, check, store } = await openTeam(
    `  - when: { system: You are lead, after: { tool: delegate } }
    answer: I do it myself.
${told('You are lead', ['lead', 'Write.'])}
`,
    { lead: {}, writer: {} },
  );
  const { runId, state } = await runtime.postMessage(order('lead'), message);
  expect(state.ended?.answer).toBe('I do it myself.');
  await check(runId);
  expect(await store.list()).toHaveLength(1);
});

test('a delegated run sees nothing of the conversation', async () => {
  const { runtime, order, emulator } = await openTeam(
    `  - when: { system: You are lead, after: { tool: delegate } }
    answer: Done.
${told('You are lead', ['writer', 'Write the notes.'])}
  - when: { system: You are writer }
    answer: I wrote.
`,
    { lead: { changes: { context: [{ role: 'user', content: 'my-earlier-secret' }] } }, writer: {} },
  );
  await runtime.postMessage(order('lead'), message);
  const requests = emulator.journal().map((request) => JSON.stringify(request));
  const writer = requests.filter((request) => request.includes('You are writer'));
  expect(writer).toHaveLength(1);
  expect(writer[0]).toContain('Write the notes.');
  expect(writer[0]).not.toContain('my-earlier-secret');
  expect(writer[0]).not.toContain('Prepare the release');
});

test('taint passes into a delegated run and back', async () => {
  const script = `  - when: { system: You are lead, after: { tool: delegate } }
    answer: Done.
${told('You are lead', ['writer', 'Write.'])}
  - when: { system: You are writer }
    answer: I wrote.
`;
  const { runtime, order, check } = await openTeam(script, {
    lead: {},
    writer: { changes: { tainted: true } },
  });
  const back = await runtime.postMessage(order('lead'), message);
  expect(back.state.tainted).toBe(true);
  const { whole } = await check(back.runId);
  expect(whole.find(({ type }) => type === 'call.finished')?.data.outcome).toMatchObject({ tainted: true });
  const into = await openTeam(script, { lead: {}, writer: {} });
  const { runId } = await into.runtime.postMessage(into.order('lead'), { ...message, tainted: true });
  const [run] = delegatedRuns((await into.check(runId)).whole);
  expect((await into.check(run?.run_id ?? '')).state.tainted).toBe(true);
});

test('a delegated run is under the denies above it', async () => {
  const policy = {
    name: 'no-notes',
    version: '1.0.0',
    sha256: 'c'.repeat(64),
    spec: { rules: [{ effect: 'deny', action: 'tool.call', selector: { tool: 'write_file' } }] },
  };
  const script = `  - when: { system: You are lead, after: { tool: delegate } }
    answer: Done.
${told('You are lead', ['writer', 'Write.'])}
  - when: { system: You are writer, after: { tool: write_file } }
    answer: It was denied.
  - when: { system: You are writer }
    answer: { calls: [{ tool: write_file, arguments: { path: notes.txt, content: new } }] }
`;
  const lists = { tools: { deny: ['write_file'] } };
  for (const lead of [{ definition: lists }, { changes: { policies: [policy] } }] as Member[]) {
    const { runtime, order, check, project } = await openTeam(script, { lead, writer: {} });
    const { runId } = await runtime.postMessage(order('lead'), message);
    const [run] = delegatedRuns((await check(runId)).whole);
    const { whole } = await check(run?.run_id ?? '');
    const decision = whole.find(({ type, data }) => type === 'policy.decided' && data.action === 'tool.call');
    expect(decision?.data).toMatchObject({ effect: 'deny', rules: [{ agent: 'lead' }] });
    expect(existsSync(join(project, 'notes.txt'))).toBe(false);
  }
});

test('delegation has a greatest depth', async () => {
  const { runtime, order, store } = await openTeam(
    `  - when: { system: You are one, after: { tool: delegate } }
    answer: One is done.
  - when: { system: You are two, after: { tool: delegate } }
    answer: Two is done.
${told('You are one', ['two', 'Go on.'])}
${told('You are two', ['one', 'Go on.'])}
`,
    { one: {}, two: {} },
  );
  const { state } = await runtime.postMessage(order('one'), message);
  expect(state.ended?.answer).toBe('One is done.');
  expect(await store.list()).toHaveLength(4);
});

test('a resumed run continues its delegated runs', async () => {
  const script = `  - when: { system: You are lead, after: { tool: delegate } }
    answer: Both have said it.
${told('You are lead', ['first', 'Say it.'], ['second', 'Say it.'])}
  - when: { system: You are first, after: { tool: home__say } }
    answer: The first has said it.
  - when: { system: You are second, after: { tool: home__say } }
    answer: The second has said it.
  - when: { system: You are first }
    answer: { calls: [{ tool: home__say, arguments: { text: first } }] }
  - when: { system: You are second }
    answer: { calls: [{ tool: home__say, arguments: { text: second } }] }
`;
  const tools = { definition: { tools: { allow: ['home.say'], deny: [] } } };
  const { folder, order, emulator } = await openTeam(script, { lead: {}, first: tools, second: tools });
  const deaths = await dieAtEveryWrite(
    { folder, order, modelUrl: emulator.url },
    { agent: 'lead', message },
    { answer: 'Both have said it.', said: ['first', 'second'], runs: 3 },
  );
  expect(deaths).toBeGreaterThan(15);
});

test('a run waits for an approver of a delegated run', async () => {
  const approvals = { operator: { autoApprove: ['safe'], unlocked: [], approvalExpiresMs: 3_600_000 } };
  const { runtime, order, check, store, createRuntime, project } = await openTeam(
    `  - when: { system: You are lead, after: { tool: delegate } }
    answer: The release is ready.
${told('You are lead', ['writer', 'Write.'])}
  - when: { system: You are writer, after: { tool: write_file } }
    answer: It is written.
  - when: { system: You are writer }
    answer: { calls: [{ tool: write_file, arguments: { path: notes.txt, content: new } }] }
`,
    { lead: { changes: approvals }, writer: {} },
  );
  const leave: Asking = { otherwise: 'leave' };
  const first = await runtime.postMessage(order('lead'), message, { asking: leave });
  expect(first.state.ended).toBeUndefined();
  const [waiting = ''] = first.waitsFor ?? [];
  expect((await store.list()).find(({ runId }) => runId === waiting)).toMatchObject({
    parent: first.runId,
    waiting: 'approval',
  });
  const again = await createRuntime().resume(first.runId);
  expect(again.waitsFor).toEqual([waiting]);
  const { state } = await check(waiting);
  if (state.waiting.for !== 'approval') throw new Error('the delegated run waits for no approval');
  const { question, asked } = state.waiting;
  const now = () => new Date().toISOString();
  const id = question.approval_id;
  const word = wordTo({ kind: 'approval', id, askedAt: asked.time, data: question }, 'approve');
  await answerRun(store, waiting, { word, now });
  const ended = await createRuntime().resume(first.runId);
  expect(ended.state.ended).toMatchObject({ status: 'answered', answer: 'The release is ready.' });
  expect(await readFile(join(project, 'notes.txt'), 'utf8')).toBe('new');
  await check(first.runId);
  await check(waiting);
});
