import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { agentFile } from './agent-file.ts';
import { type AgentProject, openProject } from './agent-project.ts';

/** Part of a note that the run reads. */
export const canary = 'canary-Traced-4c1d77a90e';
export const tracedScript = `
rules:
  - when: { after: { tool: read_file } }
    answer: I have read the note.
  - when: { after: { tool: bash } }
    answer: I have been there.
  - when: { user: note }
    answer: { calls: [{ tool: read_file, arguments: { path: note.txt } }] }
  - when: { user: count }
    answer: { calls: [{ tool: bash, arguments: { command: 'echo once >> done.txt' } }] }
  - when: { user: hear }
    answer: 'Heard {{user}}.'
`;

/** Opens a project with the agent `bob`, whose file has this `tracing`. */
export async function openTraced(tracing: string | undefined, settings: object = {}): Promise<AgentProject> {
  const project = await openProject(tracedScript, settings);
  const lines = tracing === undefined ? [] : [`tracing: ${tracing}`];
  await writeFile(join(project.folder, 'agents/bob.md'), agentFile('bob', 'model: small', ...lines));
  await writeFile(join(project.folder, 'note.txt'), `the note says ${canary}`);
  return project;
}
