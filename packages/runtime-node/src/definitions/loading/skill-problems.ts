import { join } from 'node:path';
import { decodeSkill, type Problem } from '@agent-home/agent-runtime/definition';
import { listFolder, readBoundedFile } from '../folder/read-folder.ts';
import { attempt } from './problems.ts';

/** Returns problems of the skills in a folder. An unreadable skill is missing from the agents' list and does not hide others. */
export function skillProblems(folder: string): Problem[] {
  const { entries, strangers, problems } = listFolder(folder);
  return [
    ...problems,
    ...strangers.map(({ problem }) => problem),
    ...entries
      .filter(({ kind }) => kind === 'folder')
      .flatMap(({ name }) => {
        const file = join(folder, name, 'SKILL.md');
        return attempt(() => decodeSkill(readBoundedFile(file), { file, folder: name })).problems;
      }),
  ];
}
