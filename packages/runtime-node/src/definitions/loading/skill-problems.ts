import { join } from 'node:path';
import { decodeSkill, type Problem } from '@agent-home/agent-runtime/definition';
import { listFolder, readBoundedFile } from '../folder/read-folder.ts';
import { attempt } from './problems.ts';

/** Problems of the skills in a folder: one that cannot be read is missing from the list that agents see, and hides no other. */
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
