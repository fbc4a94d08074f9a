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
    .describe('What to look for in each line: a regular expression of RE2, which has no look-around.'),
  literal: z.boolean().default(false).describe('Whether the pattern means itself, and is no expression.'),
  case_insensitive: z.boolean().default(false),
  path: z
    .string()
    .min(1)
    .max(4096)
    .default('.')
    .describe('File or folder to look in, from the project folder; the whole project without it.'),
  glob: z
    .string()
    .min(1)
    .optional()
    .describe('Only files below the folder that fit this pattern, as **/*.ts.'),
  limit: z.int().min(1).max(1_000).default(200).describe('How many lines to give at most.'),
});

export function grepTool(project: ProjectFolder): NativeTool {
  return nativeTool({
    name: 'grep',
    description:
      'Finds lines in text files of the project, each given as path:line: text. Links, node_modules, binary files and what is kept from tools are left out.',
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
          lines.length === 0 ? 'no line has it' : lines.join('\n'),
          ...(stopped === undefined ? [] : [`[${stopped}]`]),
        ],
        { lines: lines.length, files, complete: stopped === undefined },
      );
    },
  });
}
