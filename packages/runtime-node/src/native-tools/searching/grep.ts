import { z } from 'zod';
import { succeeded } from '../../outcomes/tool-outcomes.ts';
import type { ProjectFolder } from '../project/project-folder.ts';
import { type NativeTool, nativeTool } from '../tool/native-tool.ts';
import { chooseFiles } from './chosen-files.ts';
import { fileTypes } from './file-types.ts';
import { refuseMultiplied } from './grep-pattern.ts';
import { GrepSearch } from './grep-search.ts';
import { LineSearch } from './line-search.ts';

const contextSchema = z.int().min(0).max(50).optional();
const typeNames = Object.keys(fileTypes) as [keyof typeof fileTypes];

const grepArguments = z.strictObject({
  pattern: z
    .string()
    .min(1)
    .max(1_000)
    .describe('Regular expression (RE2, without look-around) to find in each line.'),
  literal: z.boolean().default(false).describe('Search for the pattern as plain text.'),
  case_insensitive: z.boolean().default(false),
  smart_case: z.boolean().default(false).describe('Ignore case unless the pattern has an upper-case letter.'),
  word: z.boolean().default(false).describe('Match whole words only.'),
  multiline: z.boolean().default(false).describe('Let a match span lines; (?s) lets . match a line break.'),
  path: z
    .string()
    .min(1)
    .max(4096)
    .default('.')
    .describe('File or folder to search, relative to the project folder. Default: the whole project.'),
  glob: z
    .union([z.string().min(1), z.array(z.string().min(1)).min(1).max(20)])
    .optional()
    .describe(
      'Search only files that fit, such as *.ts or src/**/*.ts. ! excludes; the last of several that fits decides.',
    ),
  type: z.enum(typeNames).optional().describe('Search only files of a type.'),
  output: z
    .enum(['lines', 'files', 'counts'])
    .default('lines')
    .describe('Lines, paths of files with a match, or numbers of matching lines by file.'),
  before: contextSchema.describe('Lines of context before each match.'),
  after: contextSchema.describe('Lines of context after each match.'),
  context: contextSchema.describe('Lines of context before and after each match.'),
  hidden: z.boolean().default(false).describe('Search names that begin with a dot as well.'),
  ignored: z.boolean().default(false).describe('Search files that .gitignore and .ignore exclude as well.'),
  limit: z.int().min(1).max(1_000).default(200).describe('Maximum number of matching lines, or files.'),
});

export function grepTool(project: ProjectFolder): NativeTool {
  return nativeTool({
    name: 'grep',
    description:
      'Finds lines in text files of the project and returns each as path:line: text, context as path-line- text. Skips binary files, symbolic links, names with a dot, node_modules and what .gitignore excludes.',
    arguments: grepArguments,
    risk: 'safe',
    sideEffects: false,
    idempotent: true,
    timeoutMs: 60_000,
    act: async (values, { signal }) => {
      const { pattern, literal, word, multiline, output, limit, hidden, ignored, context = 0 } = values;
      const { before = context, after = context } = values;
      if (!literal) refuseMultiplied(pattern);
      const fits = chooseFiles([values.glob ?? []].flat(), values.type);
      const insensitive = values.case_insensitive || (values.smart_case && !/\p{Lu}/u.test(pattern));
      const form = { output, before, after, limit };
      const search = await LineSearch.open({ pattern, literal, insensitive, word, multiline, ...form });
      try {
        const found = new GrepSearch(project, search, { ...form, fits, hidden, ignored, signal });
        const { lines, files, matches, stopped } = await found.through(values.path);
        return succeeded(
          [
            lines.length === 0 ? 'no line matches' : lines.join('\n'),
            ...(stopped === undefined ? [] : [`[${stopped}]`]),
          ],
          { lines: matches, files, complete: stopped === undefined },
        );
      } finally {
        await search.close();
      }
    },
  });
}
