import { z } from 'zod';
import { atLeast } from '../contracts/spec-fields.ts';
import { checkShape } from '../document/check-shape.ts';
import { readYaml } from '../document/read-yaml.ts';
import { textOfFile } from '../document/source-file.ts';
import { splitFrontMatter } from '../markdown/split-front-matter.ts';
import { DefinitionError } from '../problems/definition-error.ts';

/** Same as the name of the skill's folder. */
export const skillNameSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'needs 1 to 64 characters of a-z, 0-9 and -, not beginning with -');

/** Skills written for other programs have further members; only these two are used. */
const frontMatterSchema = z.looseObject({
  name: skillNameSchema,
  description: atLeast(1).max(1_024, 'at most 1024 characters'),
});

/** Content of a `SKILL.md`. */
export interface Skill {
  name: string;
  description: string;
}

/**
 * Decodes the front matter of a `SKILL.md`.
 * @param folder name of its folder, which is the skill's name
 * @throws DefinitionError with every problem
 */
export function decodeSkill(
  content: Uint8Array | string,
  { file, folder }: { file: string; folder: string },
): Skill {
  const { front } = splitFrontMatter(file, textOfFile(file, content));
  const document = readYaml({ file, text: front, firstLine: 2 });
  const { name, description } = checkShape(frontMatterSchema, document);
  if (name !== folder) {
    const message = `the skill is called ${name} but its folder ${folder}: use one name`;
    throw new DefinitionError([document.problem('name_mismatch', ['name'], message)]);
  }
  return { name, description };
}
