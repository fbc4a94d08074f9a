import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { FileRunStore } from '@agent-home/runtime-node';
import { expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { inTerminal } from '../../support/pseudo-terminal.ts';
import { type AgentProject, openProject } from './support/agent-project.ts';

const script = `
rules:
  - when: { after: { tool: bash } }
    answer: I have been there.
  - when: { after: { tool: write_file } }
    answer: It is written, or not.
  - when: { user: write }
    answer: { calls: [{ tool: write_file, arguments: { path: "a\\u202Eb.txt", content: "one\\n" } }] }
  - when: { user: slow }
    answer: { calls: [{ tool: bash, arguments: { command: 'echo once >> done.txt; sleep 5' } }] }
  - when: { user: count }
    answer: { calls: [{ tool: bash, arguments: { command: 'echo once >> done.txt' } }] }
`;
/** Returns the only pending question. */
async function asked({ run }: AgentProject): Promise<Question> {
  const [question, ...more] = JSON.parse(
    (await run('approvals', 'list', '--format', 'json')).stdout,
  ) as Question[];
  if (!question || more.length > 0) throw new Error('not one question');
  return question;
}
const strict = { approvals: { autoApprove: ['safe'] } };

interface Question {
  id: string;
  run_id: string;
  arguments: object;
}

test('a waiting run is approved from another process', async () => {
  const { folder, run, runs, log } = await openProject(script, strict);
  const left = await run('agents', 'run', 'ada', '-p', 'count');
  expect([left.code, left.stdout]).toEqual([3, '']);
  const [waiting] = await runs();
  const runId = waiting?.run_id ?? '';
  expect(waiting?.state).toBe('waiting');

  const listed = await run('approvals', 'list', '--format', 'json');
  const [question] = JSON.parse(listed.stdout) as Question[];
  const id = question?.id ?? '';
  expect(question).toMatchObject({ run_id: runId, arguments: { command: 'echo once >> done.txt' } });
  expect(left.stderr).toContain(`agent-home approvals approve ${id}`);
  const shown = await run('approvals', 'show', id);
  expect(shown.stdout).toContain('"command": "echo once >> done.txt"');

  const approved = await run('approvals', 'approve', id, '--reason', 'looked at it');
  expect([approved.code, approved.stdout]).toEqual([
    0,
    expect.stringContaining(`to continue: agent-home runs resume ${runId}`),
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

test('approvals deny continues optional and ends required runs', async () => {
  const project = await openProject(script, strict);
  const { run, runs } = project;
  await run('agents', 'run', 'ada', '-p', 'count');
  const optional = await asked(project);
  const denied = await run('approvals', 'deny', optional.id, '--reason', 'not today');
  expect([denied.code, denied.stdout]).toEqual([
    0,
    expect.stringMatching(/^to continue: agent-home runs resume /m),
  ]);
  const resumed = await run('runs', 'resume', optional.run_id, '--verbose');
  expect([resumed.code, resumed.stderr]).toEqual([
    0,
    expect.stringMatching(/\[approval_denied\].*not today/),
  ]);
  await expect(access(join(project.folder, 'done.txt'))).rejects.toThrow();

  await gate(project.folder);
  await run('agents', 'run', 'ada', '-p', 'count', '--new');
  const required = await asked(project);
  expect(required).toMatchObject({ required: true, deny_effect: 'block' });
  const ended = await run('approvals', 'deny', required.id, '--format', 'json');
  expect(JSON.parse(ended.stdout)).toMatchObject({ answer: 'deny', recorded: true, next: null });
  expect((await runs())[0]).toMatchObject({ state: 'failed', code: 'approval_denied' });
});

/** Adds a policy that requires approval for everything, and an agent that it applies to. */
async function gate(folder: string): Promise<void> {
  const policy = {
    apiVersion: 'agent.platform/v1',
    kind: 'Policy',
    metadata: { name: 'gate', version: '1.0.0', owner: 'tests' },
    spec: {
      rules: [
        {
          effect: 'allow',
          action: 'tool.call',
          selector: { tool: '*' },
          conditions: { approval: 'required' },
        },
        { effect: 'allow', action: 'model.use', selector: { modelProvider: '*' } },
      ],
    },
  };
  await mkdir(join(folder, 'agents/policies'));
  await writeFile(join(folder, 'agents/policies/gate.policy.yaml'), JSON.stringify(policy));
  const agent = await readFile(join(folder, 'agents/ada.md'), 'utf8');
  await writeFile(
    join(folder, 'agents/ada.md'),
    agent.replace('name: ada\n', 'name: ada\npoliciesRef: [gate]\n'),
  );
}

test('a killed run keeps its question or outcome open', async () => {
  const project = await openProject(script, strict);
  const { folder, home, state, run, runs, start } = project;
  const atTerminal = inTerminal(['agents', 'run', 'ada', '-p', 'slow'], { cwd: folder, env: { HOME: home } });
  const pid = await eventually(async () => {
    const [waiting] = await runs();
    if (waiting?.state !== 'waiting') throw new Error('does not wait yet');
    return new FileRunStore(join(state, 'runs')).writer(waiting.run_id);
  });
  process.kill(pid ?? 0, 'SIGKILL');
  await atTerminal;
  const { id, run_id: runId } = await asked(project);
  expect((await runs())[0]?.state).toBe('waiting');
  expect((await run('approvals', 'approve', id)).code).toBe(0);
  // A decided approval can be neither denied nor approved again.
  for (const word of ['approve', 'deny'])
    expect([(await run('approvals', word, id)).code, word]).toEqual([2, word]);

  const going = start('runs', 'resume', runId);
  await eventually(() => readFile(join(folder, 'done.txt')));
  going.child.kill('SIGKILL');
  await going.ended;
  expect((await run('runs', 'resume', runId)).code).toBe(3);
  const outcome = await asked(project);
  expect(outcome).toMatchObject({ kind: 'outcome', reason: 'outcome_unknown', run_id: runId });
  const wrong = await run('approvals', 'approve', outcome.id);
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('[wrong_kind_of_answer]')]);
  const settled = await run('approvals', 'settle', outcome.id, 'done', '--reason', 'it stands in the file');
  expect(settled.code).toBe(0);
  const resumed = await run('runs', 'resume', runId, '--verbose');
  expect([resumed.code, resumed.stderr]).toEqual([0, expect.stringContaining('it stands in the file')]);
  expect(await readFile(join(folder, 'done.txt'), 'utf8')).toBe('once\n');
  expect((await run('runs', 'verify', runId)).code).toBe(0);
}, 60_000);

test('a terminal user approves with every character shown', async () => {
  const project = await openProject(script, strict);
  const { folder, home, runs } = project;
  const ask = (typed: string) =>
    inTerminal(['agents', 'run', 'ada', '-p', 'write', '--new', '--verbose'], {
      cwd: folder,
      env: { HOME: home },
      interrupt: 'leave it waiting: ',
      typed,
    });
  const approved = await ask('yes\n');
  expect(approved.code).toBe(0);
  expect(approved.shown).toContain('"path": "a\\u202eb.txt"');
  expect(approved.shown).not.toContain('\u202e');
  expect(await readFile(join(folder, 'a\u202eb.txt'), 'utf8')).toBe('one\n');
  const denied = await ask('no it is odd\n');
  expect([denied.code, denied.shown]).toEqual([0, expect.stringContaining('Reason given: it is odd')]);
  const slipped = await ask('sure\n');
  expect([slipped.code, slipped.shown]).toEqual([
    0,
    expect.stringContaining('sure is not yes and counts as no'),
  ]);
  const left = await ask('\n');
  expect([left.code, (await runs())[0]?.state]).toEqual([3, 'waiting']);
  const { id } = await asked(project);
  expect(left.shown).toContain(`agent-home approvals approve ${id}`);
});

test('a terminal user allows by pattern, and typed-ahead text is no answer', async () => {
  const edits = `
rules:
  - when: { after: { tool: edit_file } }
    answer: It is changed.
  - when: { after: { tool: read_file } }
    answer:
      calls: [{ tool: edit_file, arguments: { path: docs/a.md, old_text: two, new_text: '2' } }]
  - when: { after: { tool: glob } }
    answer: { delayMs: 1500, calls: [{ tool: read_file, arguments: { path: docs/a.md } }] }
  - when: { user: change }
    answer: { calls: [{ tool: glob, arguments: { pattern: '*' } }] }
`;
  const { folder, home, run, runs, log } = await openProject(edits, strict);
  await mkdir(join(folder, 'docs'));
  await writeFile(join(folder, 'docs/a.md'), 'one\ntwo\nthree\n');
  const { code, shown } = await inTerminal(['agents', 'run', 'ada', '-p', 'change'], {
    cwd: folder,
    env: { HOME: home },
    // Without the mark, which may be in colours.
    interrupt: ' glob ',
    typed: 'yes\nyes\n',
    further: [{ when: 'leave it waiting: ', typed: 'always\n' }],
  });
  const plain = stripVTControlCharacters(shown);
  expect([code, plain]).toEqual([0, expect.stringContaining('It is changed.')]);
  expect(plain).toMatch(/ {2}one\r?\n {2}-two\r?\n {2}\+2\r?\n {3}three/);
  expect(plain).toMatch(/allowed in this project from now on: edit_file\(docs\/\*\*\)/);
  expect(await readFile(join(folder, 'docs/a.md'), 'utf8')).toBe('one\n2\nthree\n');
  await writeFile(join(folder, 'docs/a.md'), 'one\ntwo\nthree\n');
  const again = await run('agents', 'run', 'ada', '-p', 'change', '--new', '--no-wait');
  expect([again.code, again.stdout]).toEqual([0, 'It is changed.\n']);
  expect(again.stderr).toMatch(/✔ edit_file docs\/a\.md {2}approved by /);
  const runId = (await runs())[0]?.run_id ?? '';
  expect(await readFile(log(runId), 'utf8')).toMatch(/"via":"setup"/);
  expect((await run('runs', 'replay', runId)).stdout).toMatch(/byte-equal/);
});

test('with --no-wait a run without an approver fails', async () => {
  const { folder, run, runs } = await openProject(script, strict);
  const failed = await run('agents', 'run', 'ada', '-p', 'count', '--no-wait', '--format', 'json');
  expect([failed.code, JSON.parse(failed.stdout)]).toEqual([
    1,
    expect.objectContaining({ status: 'failed', code: 'approval_unavailable' }),
  ]);
  await expect(access(join(folder, 'done.txt'))).rejects.toThrow();
  expect((await run('approvals', 'list')).stdout).toBe('no open approvals\n');
  expect((await runs())[0]?.state).toBe('failed');
});

test('a tampered log requests no approval', async () => {
  const project = await openProject(script, strict);
  const { run, log } = project;
  await run('agents', 'run', 'ada', '-p', 'count');
  const { id, run_id: runId } = await asked(project);
  const lines = await readFile(log(runId), 'utf8');
  const forged = lines
    .split('\n')
    .map((line) => (line.includes('"approval.requested"') ? line.replace('once', 'hide') : line));
  await writeFile(log(runId), forged.join('\n'));
  const approved = await run('approvals', 'approve', id);
  expect([approved.code, approved.stderr]).toEqual([2, expect.stringContaining(`run ${runId} is skipped`)]);
  await writeFile(log(runId), lines);
  expect((await run('approvals', 'show', id)).code).toBe(0);
});
