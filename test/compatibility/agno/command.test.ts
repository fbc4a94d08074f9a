import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { openProject, trustFolder } from '../../system/commands/support/agent-project.ts';

const script = `
rules:
  - when: { after: { tool: read_file, contains: red } }
    answer: The note says red.
  - when: { count: 0 }
    answer: { calls: [{ tool: read_file, arguments: { path: note.txt } }] }
`;

const agent = `---
kind: agent
name: ada
title: Ada on agno
runtime: { selector: agno }
---
You are careful.
`;

test('runs an agent on the runtime that its file names', { timeout: 240_000 }, async () => {
  const { python, installed } = inject('agno');
  const set = { AGENT_HOME_AGNO_PYTHON: python, PYTHONPATH: installed };
  for (const [variables, answers, text] of [
    [{}, false, 'runtime_not_configured'],
    [set, true, 'The note says red.'],
    [{ AGENT_HOME_AGNO_PYTHON: join(python, 'missing') }, false, 'runtime_not_configured'],
    [{ AGENT_HOME_AGNO_PYTHON: process.execPath }, false, 'agno did not start'],
    [{ ...set, AGENT_HOME_AGNO_TEMPLATE: 'nonsuch:agent' }, false, 'SIGABRT: ModuleNotFoundError'],
    [{ AGENT_HOME_AGNO_URL: 'http://agno.example' }, false, 'runtime_not_configured'],
  ] as const) {
    const project = await openProject(script, {}, variables, { isTrusted: false });
    await writeFile(join(project.folder, 'note.txt'), 'red');
    await writeFile(join(project.folder, 'agents/ada.md'), agent);
    trustFolder(project.folder, project.home);
    const ended = await project.run('agents', 'run', 'ada', '-p', 'What does the note say?');
    expect([ended.code === 0, `${ended.stdout}${ended.stderr}`]).toEqual([
      answers,
      expect.stringContaining(text),
    ]);
    if (answers) {
      const [run] = await project.runs();
      const verified = await project.run('runs', 'verify', String(run?.run_id));
      expect(verified.code).toBe(0);
      const replayed = await project.run('runs', 'replay', String(run?.run_id));
      expect(replayed.code).toBe(0);
    }
  }
});
