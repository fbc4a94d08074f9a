import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { openProject } from './support/agent-project.ts';

const script = `
rules:
  - when: { after: { tool: bash } }
    answer: I have been there.
  - when: { user: once }
    answer: { calls: [{ tool: bash, arguments: { command: 'echo once >> done.txt; sleep 5' } }] }
  - when: { user: wait }
    answer: { calls: [{ tool: bash, arguments: { command: 'sleep 20' } }] }
`;

test('runs watch follows a run until it has ended', async () => {
  const { start } = await openProject(script);
  const going = start('agents', 'run', 'ada', '-p', 'once', '--verbose');
  await going.says(/✔ bash/);
  const watching = start('runs', 'watch');
  await watching.says(/✔ bash/);
  expect(watching.printed.stdout).not.toContain('I have been there.');
  const { code, stdout } = await watching.ended;
  expect([code, (await going.ended).stdout]).toEqual([0, 'I have been there.\n']);
  expect(stdout).toContain('I have been there.');
});

test('Ctrl-C ends runs watch, and not the run', async () => {
  const { start, runs } = await openProject(script);
  const going = start('agents', 'run', 'ada', '-p', 'once', '--verbose');
  await going.says(/✔ bash/);
  const watching = start('runs', 'watch');
  await watching.says(/✔ bash/);
  watching.child.kill('SIGINT');
  expect((await watching.ended).code).toBe(0);
  expect((await runs())[0]).toMatchObject({ state: 'running' });
  expect((await going.ended).code).toBe(0);
});

test('runs cancel ends living runs and runs of dead processes', async () => {
  const { start, run, runs, log } = await openProject(script);
  const going = start('agents', 'run', 'ada', '-p', 'wait', '--verbose');
  await going.says(/✔ bash/);
  const [first] = await runs();
  const asked = await run('runs', 'cancel', first?.run_id ?? '', '--reason', 'enough');
  expect([asked.code, asked.stdout]).toEqual([0, expect.stringMatching('cancellation requested')]);
  expect((await going.ended).code).toBe(1);
  expect(await readFile(log(first?.run_id ?? ''), 'utf8')).toContain('"reason":"enough"');

  const killed = start('agents', 'run', 'ada', '-p', 'wait', '--verbose');
  await killed.says(/✔ bash/);
  killed.child.kill('SIGKILL');
  await killed.ended;
  const [second] = await runs();
  expect(second).toMatchObject({ state: 'interrupted' });
  const ended = await run('runs', 'cancel', second?.run_id ?? '');
  expect([ended.code, ended.stdout]).toEqual([0, expect.stringMatching('no process ran it: ended')]);
  expect((await runs()).map(({ state }) => state)).toEqual(['cancelled', 'cancelled']);
  expect((await run('runs', 'replay', second?.run_id ?? '')).code).toBe(0);
  const again = await run('runs', 'cancel', second?.run_id ?? '');
  expect([again.code, again.stdout]).toEqual([0, expect.stringMatching('had ended already')]);
});

test('runs resume cuts a torn line and repeats nothing', async () => {
  const { folder, start, run, runs, log } = await openProject(script);
  const going = start('agents', 'run', 'ada', '-p', 'once', '--verbose');
  await eventually(() => readFile(join(folder, 'done.txt')));
  going.child.kill('SIGKILL');
  await going.ended;
  const [killed] = await runs();
  const runId = killed?.run_id ?? '';
  await appendFile(log(runId), '{"half":');
  const waits = await run('runs', 'resume', runId, '--format', 'json');
  expect([waits.code, JSON.parse(waits.stdout).status]).toEqual([3, 'waiting']);
  const { question } = JSON.parse(waits.stdout);
  expect(question).toMatchObject({ kind: 'outcome', tool: 'bash', reason: 'outcome_unknown' });
  expect((await run('runs', 'show', runId)).stdout).toMatch(
    /^ +8 bytes of an incomplete last line were removed$/m,
  );
  expect((await run('approvals', 'settle', question.id, 'done')).code).toBe(0);
  const resumed = await run('runs', 'resume', runId, '--verbose');
  expect([resumed.code, resumed.stderr]).toEqual([
    0,
    expect.stringContaining('A person confirms that bash ran'),
  ]);
  expect(await readFile(join(folder, 'done.txt'), 'utf8')).toBe('once\n');
  expect((await run('runs', 'replay', runId)).stdout).toMatch(/byte-equal/);
  expect((await runs())[0]).toMatchObject({ state: 'answered' });
});
