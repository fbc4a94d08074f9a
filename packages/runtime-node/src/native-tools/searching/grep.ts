import { z } from 'zod';
import { succeeded } from '../../outcomes/tool-outcomes.ts';
import type { ProjectFolder } from '../project/project-folder.ts';
import { type NativeTool, nativeTool } from '../tool/native-tool.ts';
import { compileGlob } from './glob-pattern.ts';
import { compilePattern } from './grep-pattern.ts';
import { GrepSearch } from './grep-search.ts';

const grepArguments = z.strictObject({
  pattern: z
    .string()
    .min(1)
    .max(1_000)
    .describe('Regular expression (RE2, without look-around) to find in each line.'),
  literal: z.boolean().default(false).describe('Search for the pattern as plain text.'),
  case_insensitive: z.boolean().default(false),
  path: z
    .string()
    .min(1)
    .max(4096)
    .default('.')
    .describe('File or folder to search, relative to the project folder. Default: the whole project.'),
  glob: z.string().min(1).optional().describe('Search only files that match this pattern, such as **/*.ts.'),
  limit: z.int().min(1).max(1_000).default(200).describe('Maximum number of lines to return.'),
});

export function grepTool(project: ProjectFolder): NativeTool {
  return nativeTool({
    name: 'grep',
    description:
      'Finds lines in text files of the project and returns each as path:line: text. Skips symbolic links, node_modules, binary files and hidden files.',
    arguments: grepArguments,
    risk: 'safe',
    sideEffects: false,
    idempotent: true,
    timeoutMs: 60_000,
    act: async (values, { signal }) => {
      const search = new GrepSearch(project, {
        finds: compilePattern(values.pattern, values),
        fits: values.glob === undefined ? () => true : compileGlob(values.glob),
        limit: values.limit,
        signal,
      });
      const { lines, files, stopped } = await search.through(values.path);
      return succeeded(
        [
          lines.length === 0 ? 'no line matches' : lines.join('\n'),
          ...(stopped === undefined ? [] : [`[${stopped}]`]),
        ],
        { lines: lines.length, files, complete: stopped === undefined },
      );
    },
  });
}
