import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type AgentProject, openProject } from './support/agent-project.ts';

const script = `
rules:
  - when: { system: You analyse }
    answer: '{"can_auto_fix": true, "where": "app.txt"}'
  - when: { system: You fix, after: { tool: write_file } }
    answer: '{"applied": true}'
  - when: { system: You fix }
    answer: { calls: [{ tool: write_file, arguments: { path: fix.txt, content: fixed } }] }
  - when: { system: You report anew }
    answer: Told anew.
  - when: { system: You report }
    answer: Told.
`;

const agentFile = (name: string, prompt: string, rest = '') =>
  `---\nkind: agent\nname: ${name}\ntitle: ${name}\n${rest}---\n${prompt}\n`;

const graph = `graph:
  entry: analysis
  nodes:
    - { name: analysis, agent: analyst }
    - { name: fix, agent: fixer }
    - { name: release, approve: Ship it? }
    - { name: report, agent: reporter }
  edges:
    - { from: analysis, to: fix, condition: analysis.can_auto_fix }
    - { from: analysis, to: report }
    - { from: fix, to: release, condition: fix.applied }
    - { from: release, to: report, condition: release.approved }
`;

async function open(): Promise<AgentProject> {
  const project = await openProject(script);
  const write = (name: string, prompt: string, rest?: string) =>
    writeFile(join(project.folder, 'agents', `${name}.md`), agentFile(name, prompt, rest));
  await write('repair', 'You only lead.', graph);
  await write('analyst', 'You analyse.', 'tools: { allow: [] }\n');
  await write('fixer', 'You fix.', 'tools: { allow: [write_file] }\n');
  await write('reporter', 'You report.', 'tools: { allow: [] }\n');
  return project;
}

describe('a workflow', () => {
  test('a workflow runs, waits, resumes and forks', async () => {
    const { run, runs, folder, log } = await open();
    const begun = await run('agents', 'run', 'repair', '-p', 'Repair it.', '--verbose');
    expect([begun.code, begun.stdout]).toEqual([3, '']);
    for (const pattern of [
      /◆ analysis \(analyst\)/,
      /analysis gives: \{"can_auto_fix":true,"where":"app.txt"\}/,
      /→ fix because analysis.can_auto_fix/,
      /◆ fix \(fixer\)/,
      /✔ write_file \(low\) allowed/,
      /◆ release/,
      /repair asks: Ship it\?/,
      /refused {4}the graph continues without an approval from release/,
    ])
      expect.soft(begun.stderr).toMatch(pattern);
    expect(await readFile(join(folder, 'fix.txt'), 'utf8')).toBe('fixed');
    const [{ run_id: id } = { run_id: '' }] = await runs();
    const approval = /ask_[0-9a-f]{32}/.exec(begun.stderr)?.[0] ?? '';
    const approved = await run('approvals', 'approve', approval);
    expect([approved.code, approved.stderr]).toEqual([0, '']);
    const gone = await run('runs', 'resume', id, '--verbose');
    expect([gone.code, gone.stdout]).toEqual([0, 'Told.\n']);
    expect(gone.stderr).toMatch(/→ report because release.approved/);
    expect((await run('runs', 'verify', id)).code).toBe(0);
    expect((await run('runs', 'replay', id)).code).toBe(0);

    const before = await readFile(log(id));
    await writeFile(join(folder, 'agents/reporter.md'), agentFile('reporter', 'You report anew.'));
    const forked = await run('runs', 'fork', id, '--from', 'report', '--format', 'json');
    expect([forked.code, forked.stderr]).toEqual([0, '']);
    const result = JSON.parse(forked.stdout);
    expect(result).toMatchObject({ agent: 'repair', status: 'answered', answer: 'Told anew.' });
    expect(await readFile(log(id))).toEqual(before);
    expect((await run('runs', 'replay', result.run_id)).code).toBe(0);
    const nowhere = await run('runs', 'fork', id, '--from', 'reprot');
    expect([nowhere.code, nowhere.stdout]).toEqual([2, '']);
    expect(nowhere.stderr).toMatch(/no_such_checkpoint/);
  });

  test('a fork begins with values that were set', async () => {
    const { run, runs, log } = await open();
    await run('agents', 'run', 'repair', '-p', 'Repair it.');
    const [{ run_id: id } = { run_id: '' }] = await runs();
    const set = ['--set', 'fix={"applied": false}', '--set', 'why=a person looked'];
    const forked = await run('runs', 'fork', id, '--from', 'release', ...set, '--format', 'json');
    expect(forked.code).toBe(3);
    const { run_id: forkId } = JSON.parse(forked.stdout);
    const started = JSON.parse((await readFile(log(forkId), 'utf8')).split('\n')[0] ?? '');
    expect(started.data.graph.start).toMatchObject({
      edited: ['fix', 'why'],
      values: { fix: { applied: false }, why: 'a person looked', can_auto_fix: true },
    });
    const approval = JSON.parse(forked.stdout).question.id;
    const [wrong, named] = [
      await run('approvals', 'approve', approval, '--set', 'input=1'),
      await run('approvals', 'approve', approval, '--set', 'where=here'),
    ];
    expect([wrong.code, named.code]).toEqual([2, 0]);
    expect((await run('runs', 'resume', forkId)).stdout).toBe('Told.\n');
    expect((await run('runs', 'verify', forkId)).code).toBe(0);
  });

  test('a workflow AgentSpec runs its graph or is refused', async () => {
    const { run, folder } = await open();
    const spec = (name: string, params: string) => `apiVersion: agent.platform/v1
kind: Agent
metadata: { name: ${name}, version: 1.0.0, owner: tests }
spec:
  type: workflow
  runtime: { selector: native, params: ${params} }
  modelRef: { provider: emulator, name: small }
  promptRef: prompt://own
  tools: []
`;
    for (const [name, params] of [
      [
        'line',
        '{ graph: { entry: a, nodes: [{ name: a, agent: reporter }], edges: [{ from: a, to: END }] } }',
      ],
      ['empty', '{}'],
    ] as const) {
      await mkdir(join(folder, 'agents', `${name}-flow/prompts`), { recursive: true });
      await writeFile(join(folder, 'agents', `${name}-flow/agent.yaml`), spec(`${name}-flow`, params));
      await writeFile(join(folder, 'agents', `${name}-flow/prompts/own.md`), 'You lead.\n');
    }
    const done = await run('agents', 'run', 'line-flow', '-p', 'Tell it.', '--format', 'json');
    expect([done.code, done.stderr]).toEqual([0, '']);
    expect(JSON.parse(done.stdout)).toMatchObject({ status: 'answered', answer: 'Told.' });
    const refused = await run('agents', 'run', 'empty-flow', '-p', 'Tell it.');
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(/a workflow needs entry, nodes and edges/);
  });
});
