import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BatchResult } from '../../../../apps/cli/src/agents/batch/batch-result.ts';
import { type AgentProject, openProject } from './agent-project.ts';

export interface BatchProject extends AgentProject {
  write(name: string, text: string): Promise<void>;
  read(name: string): Promise<string>;
  results(name?: string): Promise<BatchResult[]>;
}

/** Opens a project with the agent `sorter`, which processes batches. */
export async function openBatchProject(
  script: string,
  settings: object = {},
  front: string[] = [],
): Promise<BatchProject> {
  const project = await openProject(script, settings);
  const write = (name: string, text: string) => writeFile(join(project.folder, name), text);
  const read = (name: string) => readFile(join(project.folder, name), 'utf8');
  const lines = ['kind: agent', 'name: sorter', 'title: The sorter', 'type: batch', 'model: small', ...front];
  await write('agents/sorter.md', ['---', ...lines, '---', 'You sort.', ''].join('\n'));
  return {
    ...project,
    write,
    read,
    results: async (name = 'out.jsonl') => collectResults(await read(name)),
  };
}

export function collectResults(text: string): BatchResult[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as BatchResult);
}
