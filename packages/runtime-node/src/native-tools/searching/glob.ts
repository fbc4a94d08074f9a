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
    .describe(
      'Pattern of paths below the folder, such as **/*.ts or src/{a,b}/*.md; * matches within one folder.',
    ),
  path: folderSchema,
  hidden: z
    .boolean()
    .default(false)
    .describe('Find names that begin with a dot as well; implied if the pattern has one.'),
  ignored: z.boolean().default(false).describe('Find files that .gitignore and .ignore exclude as well.'),
  limit: z.int().min(1).max(5_000).default(1_000).describe('Maximum number of paths to return.'),
});

export function globTool(project: ProjectFolder): NativeTool {
  return nativeTool({
    name: 'glob',
    description:
      'Finds files of the project by name, sorted by path. Skips symbolic links, names with a dot, node_modules and what .gitignore excludes.',
    arguments: globArguments,
    risk: 'safe',
    sideEffects: false,
    idempotent: true,
    timeoutMs: 30_000,
    act: async ({ pattern, path, limit, ignored, ...values }, { signal }) => {
      const fits = compileGlob(pattern);
      const hidden = values.hidden || /(^|[/{,])\./.test(pattern.replace(/^\.\//, ''));
      const found: string[] = [];
      let isCut = false;
      const isComplete = await walkProject(
        project,
        path,
        { maximumEntries, signal, hidden, ignored },
        async (file) => {
          if (!fits(file.below)) return 'go_on';
          isCut = found.length === limit;
          if (isCut) return 'enough';
          found.push(file.path);
          return 'go_on';
        },
      );
      const notes = isCut
        ? [`[more than ${limit} files match: use a narrower pattern]`]
        : isComplete
          ? []
          : [`[only the first ${maximumEntries} entries were searched: set a folder]`];
      return succeeded([found.length === 0 ? 'no file matches' : found.join('\n'), ...notes], {
        files: found.length,
        complete: isComplete,
      });
    },
  });
}
