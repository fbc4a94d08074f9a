import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type AgentProject, openProject } from './support/agent-project.ts';

const script = `
rules:
  - when: { after: { tool: write_file } }
    answer: "Done.\\n\\e[2J\\u202E.txt.exe"
  - when: { after: { tool: read_file } }
    answer:
      thought: Now I know it.
      calls: [{ tool: write_file, arguments: { path: copy.txt, content: copied } }, { tool: nonsuch, arguments: {} }]
  - when: { user: copy }
    answer: { calls: [{ tool: read_file, arguments: { path: note.txt } }] }
  - when: { user: hello }
    answer: Hello.
`;

/** Run that read text written to attack a terminal, and wrote text. */
async function runOnce(): Promise<{ project: AgentProject; runId: string }> {
  const project = await openProject(script);
  await writeFile(join(project.folder, 'note.txt'), 'a note \u001b]0;title\u0007\u200b\u202eend');
  await project.run('agents', 'run', 'ada', '-p', 'copy the note');
  const [run] = await project.runs();
  if (!run) throw new Error('there is no run');
  return { project, runId: run.run_id };
}

test('runs list shows runs newest first, as table and JSON', async () => {
  const { project, runId } = await runOnce();
  const { run, runs } = project;
  await run('agents', 'run', 'ada', '-p', 'hello', '--session', 'another');
  const all = await runs();
  expect(all.map(({ session_id }) => session_id)).toEqual([
    'another',
    expect.stringMatching(/^terminal-[0-9a-f]{24}$/),
  ]);
  expect(all[1]).toMatchObject({ run_id: runId, agent: 'ada', state: 'answered' });
  const table = (await run('runs', 'list', '--session', 'another')).stdout.split('\n');
  expect(table[0]).toMatch(/^# +run +agent +started +state$/);
  expect(table.slice(1, -1)).toEqual([
    expect.stringMatching(/^2 +run_\w+ +ada +\d\d-\d\d \d\d:\d\d +answered$/),
  ]);
  for (const line of table) expect(line.length).toBeLessThanOrEqual(80);
  const [shown = ''] = /run_\w+/.exec(table[1] ?? '') ?? [];
  for (const named of [shown, '2', 'latest'])
    expect((await run('runs', 'verify', named)).stdout).toContain(all[0]?.run_id);
  expect((await run('runs', 'list', '--agent', 'nobody')).stdout).toBe('no runs\n');
  const elsewhere = await run('runs', 'list', '--runs', join(project.state, 'runs'), '--format', 'json');
  expect(JSON.parse(elsewhere.stdout)).toEqual(all);
});

test('runs show prints requests, responses, calls, decisions and rules', async () => {
  const { project, runId } = await runOnce();
  const { code, stdout } = await project.run('runs', 'show', runId);
  expect(code).toBe(0);
  const told = [
    /^asked by user:\n {2}copy the note$/m,
    /context of about [\d,]+ of [\d,]+ tokens/,
    /model emulator\/small: \d+ tokens in, \d+ out, \d+ ms, tool_use, wants 1 tool call$/m,
    /✔ read_file \(safe\) allowed by tools of the definition \(allow\), autoApprove of the operator \(allow\)/,
    /→ read_file ok in \d+ ms: a note /,
    /thinks: Now I know it\./,
    /wants "nonsuch" \{\}/,
    /→ "nonsuch" error \[unknown_tool\]/,
    /^answer:\n {2}Done\.$/m,
    /✔ answered: 3 rounds, 2 tool calls, [\d,]+ tokens in, \d+ out/,
    /^\d+ records, head [0-9a-f]{64}$/m,
  ];
  for (const pattern of told) expect(stdout).toMatch(pattern);
});

test('words of models and tools cannot steer the terminal', async () => {
  const { project, runId } = await runOnce();
  for (const words of [
    ['runs', 'show', runId],
    ['runs', 'watch', runId],
    ['runs', 'list'],
  ]) {
    const { stdout } = await project.run(...words);
    expect(stdout).not.toMatch(/[^\P{Cc}\n]|[\u200b\u202e]/u);
  }
  expect((await project.run('runs', 'show', runId)).stdout).toContain('‹U+202E›');
});

test('runs show gives records or RunEvents as JSON', async () => {
  const { project, runId } = await runOnce();
  const { stdout } = await project.run('runs', 'show', runId, '--format', 'json');
  const lines = (await readFile(project.log(runId), 'utf8')).trim().split('\n');
  expect(JSON.parse(stdout)).toEqual(lines.map((line) => JSON.parse(line)));
  const events = JSON.parse((await project.run('runs', 'show', runId, '--format', 'events')).stdout);
  expect(events).toHaveLength(lines.length);
  expect(events[0]).toMatchObject({ runId, agent: 'ada', eventType: 'run_start' });
  expect(events.at(-1)).toMatchObject({ eventType: 'run_end' });
});

test('runs dag prints nodes and edges as table and JSON', async () => {
  const { project, runId } = await runOnce();
  const { code, stdout } = await project.run('runs', 'dag', runId, '--json');
  const dag = JSON.parse(stdout) as { run_id: string; nodes: { type: string }[]; edges: unknown[] };
  expect([code, dag.run_id]).toEqual([0, runId]);
  const types = ['agent_message', 'task', 'agent_message', 'task', 'task', 'agent_message'];
  expect(dag.nodes.map(({ type }) => type)).toEqual(types);
  expect(dag.edges).toHaveLength(6);
  const table = (await project.run('runs', 'dag', runId)).stdout;
  expect(table).toMatch(/^2 {2}task read_file, round 1, finished, after 1$/m);
  expect(table).toMatch(/^5 {2}task nonsuch, round 2, failed, after 3$/m);
  // Text from a tool or a model cannot control the terminal.
  expect(table).not.toMatch(/[^\P{Cc}\n]|[\u200b\u202e]/u);
  expect((await project.run('runs', 'dag', 'run_nonsuch')).code).not.toBe(0);
});

test('runs verify names the first changed or undecided record', async () => {
  const { project, runId } = await runOnce();
  const sound = await project.run('runs', 'verify', runId);
  expect([sound.code, sound.stdout]).toEqual([0, expect.stringMatching(/^head [0-9a-f]{64}$/m)]);
  const log = project.log(runId);
  const text = await readFile(log, 'utf8');
  const lines = text.split('\n');
  const decided = lines.findIndex((line) => line.includes('"tool.call"') && line.includes('"allow"'));
  await writeFile(log, text.replace('copy the note', 'copy the nOte'));
  const flipped = await project.run('runs', 'verify', runId, '--format', 'json');
  expect([flipped.code, JSON.parse(flipped.stdout)]).toEqual([
    1,
    expect.objectContaining({ sound: false, problem: { code: 'broken_chain', record: 2 } }),
  ]);
  await writeFile(log, lines.with(decided, (lines[decided] ?? '').replace('"safe"', '"low"')).join('\n'));
  const other = await project.run('runs', 'verify', runId);
  expect([other.code, other.stderr]).toEqual([
    1,
    expect.stringMatching(`record ${decided + 1}: .*broken_chain`),
  ]);
});

test('runs replay names the first record that differs', async () => {
  const { project, runId } = await runOnce();
  const log = project.log(runId);
  const text = await readFile(log, 'utf8');
  const count = text.trim().split('\n').length;
  const equal = await project.run('runs', 'replay', runId);
  expect([equal.code, equal.stdout]).toEqual([0, `${runId}: byte-equal: ${count} records\n`]);
  const changed = text.split('\n').findIndex((line) => line.includes('"type":"context.built"'));
  await writeFile(log, text.replace('"memory_dropped":false', '"memory_dropped":true'));
  const differs = await project.run('runs', 'replay', runId);
  expect([differs.code, differs.stdout]).toEqual([
    1,
    expect.stringMatching(`differs at record ${changed}: .*\\[unequal_replay\\]`),
  ]);
});

test('runs export writes a new file that runs verify reads', async () => {
  const { project, runId } = await runOnce();
  const written = await project.run('runs', 'export', runId, '--output', 'whole.json');
  expect([written.code, written.stdout]).toEqual([
    0,
    expect.stringMatching(/^whole\.json: (\d+) of \1 records of run_\w+\n$/),
  ]);
  const again = await project.run('runs', 'export', runId, '--output', 'whole.json');
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('[file_exists]')]);
  const begun = await project.run('runs', 'export', runId, '--until', '4');
  await writeFile(join(project.folder, 'begun.json'), begun.stdout);
  const whole = await project.run('runs', 'verify', 'whole.json');
  expect([whole.code, whole.stdout]).toEqual([0, expect.stringContaining('not written by this machine')]);
  const five = await project.run('runs', 'verify', 'begun.json', '--format', 'json');
  expect(JSON.parse(five.stdout)).toMatchObject({ run_id: runId, sound: true, records: 5, has_ended: false });
  const missing = await project.run('runs', 'verify', 'nothing.json');
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('[file_unreadable]')]);
});
