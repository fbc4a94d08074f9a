import { z } from 'zod';
import { succeeded } from '../../outcomes/tool-outcomes.ts';
import type { ProjectFolder } from '../project/project-folder.ts';
import { walkProject } from '../project/walk-project.ts';
import { type NativeTool, nativeTool } from '../tool/native-tool.ts';
import { folderSchema } from '../tool/schemas.ts';
import { compileGlob } from './glob-pattern.ts';

const maximumEntries = 100_000;

const globArguments = z.strictObject({
  pattern: z
    .string()
    .min(1)
    .describe('Pattern of paths below the folder, as **/*.ts or src/{a,b}/*.md; * stays in one folder.'),
  path: folderSchema,
  limit: z.int().min(1).max(5_000).default(1_000).describe('How many paths to give at most.'),
});

export function globTool(project: ProjectFolder): NativeTool {
  return nativeTool({
    name: 'glob',
    description:
      'Finds files of the project by their names, in the order of their paths. Links, node_modules and what is kept from tools are left out.',
    arguments: globArguments,
    risk: 'safe',
    sideEffects: false,
    idempotent: true,
    timeoutMs: 30_000,
    act: async ({ pattern, path, limit }, { signal }) => {
      const fits = compileGlob(pattern);
      const found: string[] = [];
      let isCut = false;
      const isComplete = await walkProject(project, path, { maximumEntries, signal }, async (file) => {
        if (!fits(file.below)) return 'go_on';
        isCut = found.length === limit;
        if (isCut) return 'enough';
        found.push(file.path);
        return 'go_on';
      });
      const notes = isCut
        ? [`[more than ${limit} files fit: ask for fewer]`]
        : isComplete
          ? []
          : [`[only the first ${maximumEntries} entries were looked at: name a folder]`];
      return succeeded([found.length === 0 ? 'no file fits' : found.join('\n'), ...notes], {
        files: found.length,
        complete: isComplete,
      });
    },
  });
}
