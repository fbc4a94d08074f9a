import { access, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { emptyLog, type RunRecord, sealRecord } from '@agent-home/agent-runtime/run-log';
import { expect, test } from 'vitest';
import { type AgentProject, openProject } from './support/agent-project.ts';

const script = `
rules:
  - when: { after: { tool: bash } }
    answer: It is over.
  - when: { user: count }
    answer: { calls: [{ tool: read_file, arguments: { path: note.txt } }, { tool: bash, arguments: { command: 'echo once >> done.txt' } }] }
`;

/** Starts a run that waits for approval of a read, followed by a call of bash in the same response. */
async function waiting(approvals: object): Promise<{ project: AgentProject; runId: string; id: string }> {
  const project = await openProject(script, { approvals });
  await writeFile(join(project.folder, 'note.txt'), 'a note');
  await project.run('agents', 'run', 'ada', '-p', 'count');
  const listed = await project.run('approvals', 'list', '--format', 'json');
  const [question] = JSON.parse(listed.stdout) as { id: string; run_id: string }[];
  return { project, runId: question?.run_id ?? '', id: question?.id ?? '' };
}

async function tighten({ home }: AgentProject, change: (settings: object) => object): Promise<void> {
  const file = join(home, '.agent-home/settings.json');
  await writeFile(file, JSON.stringify(change(JSON.parse(await readFile(file, 'utf8')))));
}

test('runs resume applies stricter settings and definitions', async () => {
  for (const how of ['settings', 'definition'] as const) {
    const { project, runId, id } = await waiting({ autoApprove: ['medium'] });
    const { folder, run } = project;
    if (how === 'settings')
      await tighten(project, (settings) => ({ ...settings, approvals: { autoApprove: ['low'] } }));
    else {
      const file = join(folder, 'agents/ada.md');
      const text = await readFile(file, 'utf8');
      await writeFile(file, text.replace('description:', 'tools: { deny: [Bash] }\ndescription:'));
    }
    expect((await run('approvals', 'approve', id)).code).toBe(0);
    const resumed = await run('runs', 'resume', runId, '--no-wait');
    await expect([how, resumed, access(join(folder, 'done.txt'))][2]).rejects.toThrow();
    expect((await run('runs', 'verify', runId)).code).toBe(0);
    expect((await run('runs', 'replay', runId)).stdout).toMatch(/byte-equal/);
  }
}, 180_000);

test('runs verify judges each decision by the recorded rules', async () => {
  const { project, runId } = await waiting({ autoApprove: ['medium'] });
  const log = project.log(runId);
  const records = (await readFile(log, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as RunRecord);
  expect((await project.run('runs', 'verify', runId)).code).toBe(0);
  const decided = records.findIndex(({ data }) => data.action === 'tool.call');
  let head = emptyLog;
  const lines = records.slice(0, decided + 1).map(({ type, time, data, source, causationId }, at) => {
    const { code: _, ...decision } = data;
    const forged = {
      ...decision,
      effect: 'allow',
      rules: [{ layer: 'operator', rule: 'autoApprove', effect: 'allow' }],
    };
    const cause = causationId === undefined ? {} : { cause: Number(causationId.split(':')[1]) };
    const draft = { type, data: at === decided ? forged : data, ...cause };
    const sealed = sealRecord(head, { runId, source }, time, draft);
    head = sealed.head;
    return sealed.line;
  });
  await writeFile(log, `${lines.join('\n')}\n`);
  const { code, stderr } = await project.run('runs', 'verify', runId);
  expect([code, stderr]).toEqual([1, expect.stringMatching(`record ${decided}: .*\\[wrong_decision\\]`)]);
}, 180_000);
