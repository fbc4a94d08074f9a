import { join } from 'node:path';
import {
  DefinitionError,
  decodeMarkdown,
  describeProblem,
  nearestName,
  textOfFile,
} from '@agent-home/agent-runtime/definition';
import { shownText } from '@agent-home/protocol';
import { listFolder, readBoundedFile } from '@agent-home/runtime-node/definitions';
import { AuthoringError } from '../../errors/command-errors.ts';
import { codeReview } from './templates/code-review.ts';
import { debugging } from './templates/debugging.ts';
import { documentation } from './templates/documentation.ts';
import { security } from './templates/security.ts';
import { testing } from './templates/testing.ts';

export interface Template {
  name: string;
  /** Path of the template; undefined for a built-in one. */
  file: string | undefined;
  text: string;
}

/** Built-in templates (S3-218), bundled as text so that the program needs no further file. */
const builtIn = new Map([
  ['debugging', debugging],
  ['code-review', codeReview],
  ['documentation', documentation],
  ['testing', testing],
  ['security', security],
]);
/** S3-38. */
const aliases = new Map([['test-generator', 'testing']]);

/**
 * Returns the names of all templates, the user's own in `agents/templates` (S3-130) and `templates` of `~/.agent-home` first. A
 * project has no templates, because they would decide what its readers create.
 */
export function templateNames(globalFolder: string): string[] {
  return [...new Set([...ownTemplates(globalFolder).keys(), ...builtIn.keys()])];
}

/**
 * Returns the template with a name. The user's own template overrides a built-in one.
 * @throws AuthoringError `template_not_found`, `invalid_definition`
 */
export function findTemplate(globalFolder: string, wanted: string): Template {
  const own = ownTemplates(globalFolder);
  const name = own.has(wanted) || builtIn.has(wanted) ? wanted : (aliases.get(wanted) ?? wanted);
  const file = own.get(name);
  if (file !== undefined) return readTemplate(name, file);
  const text = builtIn.get(name);
  if (text !== undefined) return { name, file, text };
  const names = templateNames(globalFolder);
  const nearest = nearestName(wanted, [...names, ...aliases.keys()]);
  const hint = nearest === undefined ? '.' : `; did you mean ${shownText(nearest)}?`;
  const known = names.map((each) => shownText(each)).join(', ');
  throw new AuthoringError(
    'template_not_found',
    `the template ${shownText(wanted)} does not exist${hint} Templates: ${known}`,
  );
}

function ownTemplates(globalFolder: string): Map<string, string> {
  return new Map([
    ...templatesIn(join(globalFolder, 'templates')),
    ...templatesIn(join(globalFolder, 'agents', 'templates')),
  ]);
}

function templatesIn(folder: string): Map<string, string> {
  const { entries, strangers } = listFolder(folder);
  // Links are included by name, so that reading one reports why it is refused.
  const names = [...entries.filter(({ kind }) => kind === 'file'), ...strangers].map(({ name }) => name);
  return new Map(
    names.flatMap((name) => (/.\.md$/.test(name) ? [[name.slice(0, -3), join(folder, name)] as const] : [])),
  );
}

function readTemplate(name: string, file: string): Template {
  try {
    const text = textOfFile(file, readBoundedFile(file));
    decodeMarkdown(text, { file });
    return { name, file, text };
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    const why = error.problems.map((problem) => shownText(describeProblem(problem))).join('; ');
    throw new AuthoringError('invalid_definition', `the template ${shownText(name)} is not valid: ${why}`);
  }
}
