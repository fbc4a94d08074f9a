import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openProject } from './support/agent-project.ts';
import { openFilePlace } from './support/file-place.ts';

const agent = (name: string, ...front: string[]) =>
  ['---', 'kind: agent', `name: ${name}`, `title: The ${name}`, ...front, '---', 'You work.', ''].join('\n');
const graph = [
  'type: workflow',
  'graph:',
  '  entry: analysis',
  '  nodes:',
  '    - { name: analysis, agent: analyst }',
  '    - { name: leave, approve: "May it\\e[31m be fixed?" }',
  '  edges:',
  '    - { from: analysis, to: leave, condition: analysis.can_auto_fix }',
  '    - { from: leave, to: END }',
];

describe('agents graph visualize', () => {
  test('agents graph visualize draws untrusted graphs without execution', async () => {
    const settings = { mcpServers: { evil: { command: 'touch', args: ['started'] } } };
    const { run, project } = await openFilePlace({
      'project/agents/settings.json': JSON.stringify(settings),
      'project/agents/analyst.md': agent('analyst', 'mcp: { servers: [evil] }'),
      'project/agents/repairs.md': agent('repairs', ...graph),
    });
    const { code, stdout, stderr } = await run('agents', 'graph', 'visualize', 'repairs');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.split('\n').slice(1)).toEqual([
      'entry analysis',
      '',
      'analysis  agent analyst',
      '  1. if analysis.can_auto_fix → leave',
      '  2. else → END (implied)',
      '',
      'leave  asks a person: May it‹U+001B›[31m be fixed?',
      '  1. always → END',
      '',
    ]);
    const mermaid = await run('agents', 'graph', 'visualize', 'repairs', '--format', 'mermaid');
    expect(mermaid.stdout).toMatch(/^flowchart TD\n/);
    expect(mermaid.stdout).toContain('n0["analysis<br>agent analyst"]');
    expect(mermaid.stdout).not.toContain('\u001b');
    await expect(stat(join(project, 'started'))).rejects.toThrow('ENOENT');
  });

  test('an undrawable agent is refused with a remedy', async () => {
    const { run } = await openFilePlace({
      'project/agents/analyst.md': agent('analyst'),
      'project/agents/broken.md': agent('broken', 'graph: { entry: one, nodes: [], edges: [] }'),
    });
    const cases: [string, RegExp][] = [
      ['analist', /Agent not found: analist; did you mean analyst\? \[agent_not_found\]/],
      ['analyst', /has no graph and no handoffs: add graph .*analyst\.md.*\[no_graph\]/],
      ['broken', /agents\/broken\.md:\d+:\d+: .*at least one node.* \[invalid_definition\]/],
    ];
    for (const [name, line] of cases) {
      const { code, stdout, stderr } = await run('agents', 'graph', 'visualize', name);
      expect([name, code, stdout, stderr]).toEqual([name, 2, '', expect.stringMatching(line)]);
    }
  });
});

const script = `
rules:
  - when: { system: You review }
    answer: '{"verdict": "approved"}'
  - when: { system: You fix, after: { tool: write_file } }
    answer: { calls: [{ tool: handoff_to_reviewer, arguments: { reason: the fix is written } }] }
  - when: { system: You fix }
    answer: { calls: [{ tool: write_file, arguments: { path: fix.txt, content: fixed } }] }
`;

describe('agents graph replay', () => {
  test('agents graph replay prints handoffs and counts', async () => {
    const { folder, run, runs, log } = await openProject(script);
    const write = (name: string, prompt: string, ...front: string[]) =>
      writeFile(
        join(folder, `agents/${name}.md`),
        agent(name, ...front).replace('You work.', `You ${prompt}.`),
      );
    const when = "payload.reason != ''";
    await write('fixer', 'fix', 'handoffs:', `  - { to: reviewer, when: "${when}" }`);
    const shape = '{ type: object, required: [verdict] }';
    await write(
      'reviewer',
      'review',
      'guardrails:',
      `  - { name: verdict, policy: reject, schema: ${shape} }`,
    );
    expect((await run('agents', 'run', 'fixer', '-p', 'Fix it.')).code).toBe(0);
    const [{ session_id: session, run_id: id } = { session_id: '', run_id: '' }] = await runs();
    const words = ['agents', 'graph', 'replay', '--session', session];
    const { code, stdout } = await run(...words);
    expect(code).toBe(0);
    const order = [
      `session ${session}, 1 run`,
      `run ${id}`,
      'fixer works, model small',
      'asked by user: Fix it.',
      'model small: ',
      'tool write_file {"content":"fixed","path":"fix.txt"}: ',
      'fixer hands over to reviewer: the fix is written',
      `because ${when}`,
      'passes {"reason":"the fix is written"}',
      'reviewer works, model small',
      '✔ guardrail verdict: passes (reject)',
      '✔ answered: {"verdict": "approved"}',
      '2 agents, 3 model calls, 1 tool call, 1 handoff, 1 guardrail check, in ',
    ];
    const places = order.map((line) => stdout.indexOf(line));
    expect([stdout, places]).toEqual([stdout, [...places].sort((one, other) => one - other)]);
    expect([stdout, places.includes(-1)]).toEqual([stdout, false]);
    const told = JSON.parse((await run(...words, '--format', 'json')).stdout);
    expect(told).toMatchObject({
      session_id: session,
      runs: [{ run_id: id, status: 'answered' }],
      counts: { agents: 2, nodes: 0, models: 3, tools: 1, handoffs: 1, guardrails: 1 },
    });
    const events = told.runs[0].events as { type: string; data: object }[];
    expect(events.find(({ type }) => type === 'handoff')?.data).toMatchObject({ condition: when });

    const text = await readFile(log(id), 'utf8');
    await writeFile(log(id), text.replace('the fix is written', 'the fix is broken!'));
    const touched = await run(...words);
    expect([touched.code, touched.stdout]).toEqual([1, '']);
    expect(touched.stderr).toMatch(/is damaged: .*\[\w+\]/);
    const none = await run('agents', 'graph', 'replay', '--session', 'session-none');
    expect([none.code, none.stderr]).toEqual([2, expect.stringMatching(/runs list .*\[no_runs\]/)]);
  });
});
