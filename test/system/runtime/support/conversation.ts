import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
import { openTerminal } from '../../../support/open-terminal.ts';
import { type AgentProject, processesIn } from '../../commands/support/agent-project.ts';

export const conversationScript = `
rules:
  - when: { after: { tool: bash } }
    answer: I have been there.
  - when: { after: { tool: write_file } }
    answer: It is written, or not.
  - when: { after: { tool: read_file } }
    answer: It says so.
  - when: { user: write }
    answer: { calls: [{ tool: write_file, arguments: { path: "a\\u202Eb.txt", content: "one\\n" } }] }
  - when: { user: read }
    answer: { calls: [{ tool: read_file, arguments: { path: note.txt } }] }
  - when: { user: wait }
    answer: { calls: [{ tool: bash, arguments: { command: 'sleep 30' } }] }
  - when: { user: slowly }
    answer: { text: "one two three four five six seven \\u202E eight", chunk: 4, chunkDelayMs: 150 }
  - answer: 'Heard: {{user|line|first:200}}'
`;
export const [enter, ctrlC, ctrlD] = ['\r', '\u0003', '\u0004'];
export const prompt = 'Ada the careful> ';
export const strict = { approvals: { autoApprove: ['safe'] } };
/** Lets `sleep` run without approval. */
export const lax = { approvals: { autoApprove: ['safe', 'low', 'medium'] } };

export function talk({ folder, home }: AgentProject, ...words: string[]) {
  return openTerminal(['agents', 'run', 'ada', '--interactive', ...words], {
    cwd: folder,
    env: { HOME: home },
  });
}

/** Expects no process, complete logs and free sessions after any kind of end. */
export async function expectNothingLeft({ folder, state, runs, run, log }: AgentProject): Promise<void> {
  await eventually(async () => expect(await processesIn(folder)).toEqual([]));
  for (const { run_id: runId } of await runs()) {
    expect((await run('runs', 'replay', runId)).code).toBe(0);
    expect((await readFile(log(runId), 'utf8')).endsWith('\n')).toBe(true);
  }
  expect(await readdir(join(state, 'runs/.sessions'))).toEqual([]);
}
