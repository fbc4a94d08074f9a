import { nearestName, skillNameSchema } from '@agent-home/agent-runtime/definition';
import { z } from 'zod';
import { readPart } from '../native-tools/files/read-part.ts';
import { readingFile } from '../native-tools/project/read-files.ts';
import { type NativeTool, nativeTool } from '../native-tools/tool/native-tool.ts';
import { ToolFailure } from '../outcomes/tool-failure.ts';
import { succeeded } from '../outcomes/tool-outcomes.ts';
import { type FoundSkill, findSkills, type SkillShelf, skillFile } from './skill-shelf.ts';

/** Limit of the content: the outcome's limit, less space for a note. */
const maximumBytes = 240 * 1024;

/** Members shared by both tools: they only read. */
const reading = {
  source: 'skills',
  risk: 'safe',
  sideEffects: false,
  idempotent: true,
  timeoutMs: 30_000,
} as const;

export function skillsListTool(shelves: readonly SkillShelf[]): NativeTool {
  return nativeTool({
    ...reading,
    name: 'skills_list',
    aliases: ['skills.list'],
    description:
      'Lists the skills, which are instructions for kinds of tasks. Read a skill with skills_read before you do its task.',
    arguments: z.strictObject({}),
    act: async () => {
      const { skills, problems } = await findSkills(shelves);
      const lines = skills.map(({ name, description }) => `${name}: ${oneLine(description)}`);
      const notes = problems.map((problem) => `[not usable: ${problem}]`);
      return succeeded([lines.length === 0 ? 'no skills are installed' : lines.join('\n'), ...notes], {
        skills: skills.map(({ name, shelf }) => ({ name, scope: shelf.scope })),
      });
    },
  });
}

const readArguments = z.strictObject({
  name: skillNameSchema.describe('Name of the skill, as skills_list returns it.'),
  path: z
    .string()
    .min(1)
    .max(1_024)
    .default('SKILL.md')
    .describe('File in the folder of the skill: SKILL.md, or a file that SKILL.md names.'),
  offset: z.int().min(1).max(100_000_000).default(1).describe('First line to read, from 1.'),
  limit: z.int().min(1).max(20_000).default(2_000).describe('Maximum number of lines to read.'),
});

export function skillsReadTool(shelves: readonly SkillShelf[]): NativeTool {
  return nativeTool({
    ...reading,
    name: 'skills_read',
    aliases: ['skills.read'],
    description: 'Reads the instructions or another file of a skill.',
    arguments: readArguments,
    act: async ({ name, path, offset, limit }, { signal }) => {
      const { shelf } = await toSkill(shelves, name);
      const file = fileIn(path);
      return readingFile(shelf.root, skillFile(name, file), async (open) => {
        const shown = { ...open, shown: `${name}/${file}` };
        const { texts, metadata } = await readPart(shown, { offset, limit, maximumBytes }, signal);
        return succeeded(texts, { ...metadata, skill: name, scope: shelf.scope });
      });
    },
  });
}

async function toSkill(shelves: readonly SkillShelf[], name: string): Promise<FoundSkill> {
  const { skills, problems } = await findSkills(shelves);
  const found = skills.find((skill) => skill.name === name);
  if (found) return found;
  const nearest = nearestName(
    name,
    skills.map((skill) => skill.name),
  );
  const broken = problems.find((problem) => problem.includes(`/${name}/`));
  const hint =
    broken ?? (nearest === undefined ? 'call skills_list for all names' : `did you mean ${nearest}?`);
  throw new ToolFailure('unknown_skill', `the skill ${name} does not exist: ${hint}`);
}

/** Returns a path inside the skill's folder. Absolute paths and `..` are refused, because they would lead out of it. */
function fileIn(path: string): string {
  const names = path.split('/').filter((name) => name !== '' && name !== '.');
  if (path.startsWith('/') || names.length === 0 || names.includes('..') || /[\\\0]/.test(path))
    throw new ToolFailure('invalid_path', `${path} is outside the folder of the skill: use a file in it`);
  return names.join('/');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
