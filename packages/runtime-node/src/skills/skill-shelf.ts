import {
  DefinitionError,
  decodeSkill,
  describeProblem,
  maximumFileBytes,
} from '@agent-home/agent-runtime/definition';
import { isRefusal } from '../native-tools/project/file-errors.ts';
import type { ProjectFolder } from '../native-tools/project/project-folder.ts';
import { readingFile } from '../native-tools/project/read-files.ts';

/** Maximum number of skills, above any real collection. */
const maximumSkills = 500;

/** Folder of skills, below a project's folder or the global one. */
const shelfFolder = 'agents/skills';

export interface SkillShelf {
  /** Owner of the skill. */
  scope: 'project' | 'global';
  /** Links in it are not followed. */
  root: ProjectFolder;
}

export interface FoundSkill {
  name: string;
  description: string;
  shelf: SkillShelf;
}

export interface SkillsFound {
  skills: FoundSkill[];
  /** Invalid skill folders, each with the reason. One invalid skill hides no other. */
  problems: string[];
}

/** Returns the skills of all shelves by name; for duplicate names the first shelf wins. */
export async function findSkills(shelves: readonly SkillShelf[]): Promise<SkillsFound> {
  const found: SkillsFound = { skills: [], problems: [] };
  const taken = new Set<string>();
  for (const shelf of shelves)
    for (const folder of await listFolders(shelf)) {
      if (taken.has(folder)) continue;
      // Reserves the name even if the skill is invalid, so that a later shelf cannot replace a project's skill.
      taken.add(folder);
      try {
        found.skills.push({ ...(await skillIn(shelf, folder)), shelf });
      } catch (error) {
        if (error instanceof DefinitionError) found.problems.push(...error.problems.map(describeProblem));
        else if (isRefusal(error)) found.problems.push((error as Error).message);
        else throw error;
      }
    }
  return found;
}

/** Empty if the folder is missing or cannot be opened. */
async function listFolders({ root }: SkillShelf): Promise<string[]> {
  try {
    const { entries } = await root.inFolder(shelfFolder, (place) => place.folder.entries(maximumSkills));
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch (error) {
    if (isRefusal(error)) return [];
    throw error;
  }
}

async function skillIn(shelf: SkillShelf, folder: string): Promise<{ name: string; description: string }> {
  const file = skillFile(folder, 'SKILL.md');
  const content = await readingFile(shelf.root, file, async (open) => {
    const chunks: Buffer[] = [];
    // Reads one byte above the limit, so that the decoder detects a file that is too long.
    for await (const chunk of open.chunks(maximumFileBytes + 1)) chunks.push(chunk);
    return Buffer.concat(chunks);
  });
  return decodeSkill(content, { file, folder });
}

/** Returns the path of a skill's file, from the root of its shelf. */
export function skillFile(skill: string, file: string): string {
  return `${shelfFolder}/${skill}/${file}`;
}
