import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getQuestion, type PersonsWord } from '@agent-home/agent-runtime';
import { answerRun, createNativeTools } from '@agent-home/runtime-node';
import { expect, test } from 'vitest';
import { message } from './support/bound-calls.ts';
import { openWorkshop } from './support/reference-home.ts';

/** Each tool with the arguments of a call and the resulting command line. */
const calls: [tool: string, args: object, started: string[]][] = [
  [
    'bash_sudo',
    { command: 'id; whoami' },
    ['sudo', '-n', 'bash', '--noprofile', '--norc', '-c', 'id; whoami'],
  ],
  ['system_shutdown', {}, ['shutdown', '-h', 'now']],
  ['system_shutdown', { restart: true }, ['shutdown', '-r', 'now']],
];

/** Opens a runtime whose `sudo` and `shutdown` only record their command line. */
async function open() {
  const rules = calls.map(
    ([tool, args], at) =>
      `  - when: { user: 'call ${at};', count: 0 }\n    answer: { calls: [{ tool: ${tool}, arguments: ${JSON.stringify(args)} }] }`,
  );
  const workshop = await openWorkshop(`rules:\n${rules.join('\n')}\n  - answer: done\n`, {
    providers: (project) => [
      // The PATH contains only these programs, so that the real ones cannot be found first.
      createNativeTools({ projectFolder: project, environment: { PATH: join(project, '..', 'fakes') } }),
    ],
  });
  const { folder } = workshop;
  await mkdir(join(folder, 'fakes'));
  for (const name of ['sudo', 'shutdown']) {
    const program = `#!/bin/sh\nprintf '%s\\n' ${name} "$@" >> '${folder}/started'\n`;
    await writeFile(join(folder, 'fakes', name), program);
    await chmod(join(folder, 'fakes', name), 0o700);
  }
  const started = () => readFile(join(folder, 'started'), 'utf8').catch(() => '');
  const start = (at: number, unlocked: string[]) => {
    const operator = {
      autoApprove: ['safe', 'low', 'medium', 'high', 'critical', '*'],
      unlocked,
      approvalExpiresMs: 3_600_000,
    };
    const order = workshop.order({ operator, sessionId: `session-${at}-${unlocked.length}` });
    return workshop.runtime.postMessage(order, { ...message, text: `call ${at}; please` });
  };
  return { ...workshop, started, start };
}

test('denies bash_sudo and system_shutdown until they are unlocked', async () => {
  const { start, started, check, emulator } = await open();
  for (const [at, [tool]] of calls.entries()) {
    const { runId, state } = await start(at, []);
    expect(state.ended?.status).toBe('answered');
    const { whole } = await check(runId);
    const decided = whole.flatMap(({ type, data }) => (type === 'policy.decided' ? [data] : []));
    expect(decided).toContainEqual(expect.objectContaining({ tool, effect: 'deny', code: 'tool_locked' }));
  }
  expect(await started()).toBe('');
  expect(JSON.stringify(emulator.journal())).not.toContain('as the superuser');
});

test('starts sudo and shutdown only once unlocked and approved', async () => {
  const { runtime, store, start, started, check } = await open();
  const expected: string[] = [];
  for (const [at, [tool, , commandLine]] of calls.entries()) {
    const { runId, state } = await start(at, [tool]);
    const question = getQuestion(state);
    if (!question) throw new Error(`no approval is requested for ${tool}`);
    expect(await started()).toBe(expected.join(''));
    const { id: questionId, data } = question;
    const word: PersonsWord = {
      questionId,
      argumentsSha256: data.arguments_sha256,
      word: 'approve',
      name: 'grace',
      reason: '',
    };
    await answerRun(store, runId, { word, now: () => new Date().toISOString() });
    expect((await runtime.resume(runId)).state.ended?.status).toBe('answered');
    expected.push(`${commandLine.join('\n')}\n`);
    expect(await started()).toBe(expected.join(''));
    await check(runId);
  }
});
