import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openProject } from './support/agent-project.ts';

const script = `
rules:
  - when: { after: { tool: bash } }
    answer: I have been there.
  - when: { after: { tool: write_file } }
    answer: It is written, or not.
  - when: { user: write }
    answer: { calls: [{ tool: write_file, arguments: { path: "a\\u202Eb.txt", content: "one\\n" } }] }
  - when: { user: count }
    answer: { calls: [{ tool: bash, arguments: { command: 'echo once >> done.txt' } }] }
`;
const strict = { approvals: { autoApprove: ['safe'] } };

interface Question {
  id: string;
  run_id: string;
  arguments: object;
}

test('a run waits without a process, is approved from another one, and goes on with the very bytes that were shown', async () => {
  const { folder, run, runs, log } = await openProject(script, strict);
  const left = await run('agents', 'run', 'ada', '-p', 'count');
  expect([left.code, left.stderr]).toEqual([3, '']);
  const [waiting] = await runs();
  const runId = waiting?.run_id ?? '';
  expect(waiting?.state).toBe('waiting');

  const listed = await run('approvals', 'list', '--format', 'json');
  const [question] = JSON.parse(listed.stdout) as Question[];
  const id = question?.id ?? '';
  expect(question).toMatchObject({ run_id: runId, arguments: { command: 'echo once >> done.txt' } });
  expect(left.stdout).toContain(`agent-home approvals approve ${id}`);
  const shown = await run('approvals', 'show', id);
  expect(shown.stdout).toContain('"command": "echo once >> done.txt"');

  const approved = await run('approvals', 'approve', id, '--reason', 'looked at it');
  expect([approved.code, approved.stdout]).toEqual([
    0,
    expect.stringContaining(`to go on: agent-home runs resume ${runId}`),
  ]);
  expect(approved.stdout).toContain('"command": "echo once >> done.txt"');
  expect((await runs())[0]?.state).toBe('resumable');
  const again = await run('approvals', 'approve', id);
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('[no_such_question]')]);

  const resumed = await run('runs', 'resume', runId);
  expect([resumed.code, resumed.stdout]).toEqual([0, expect.stringContaining('I have been there.')]);
  expect(await readFile(join(folder, 'done.txt'), 'utf8')).toBe('once\n');
  expect((await run('runs', 'replay', runId)).stdout).toMatch(/byte-equal/);
  expect((await run('runs', 'verify', runId)).code).toBe(0);
  expect(await readFile(log(runId), 'utf8')).toContain('"reason":"looked at it"');
});
