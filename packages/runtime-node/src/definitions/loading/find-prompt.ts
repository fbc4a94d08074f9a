import { join } from 'node:path';
import { DefinitionError, textOfFile } from '@agent-home/agent-runtime/definition';
import { listFolder, readBoundedFile } from '../folder/read-folder.ts';

/**
 * Finds the prompts of an agent's folder by reference: `prompt://NAME/vVERSION` is `prompts/NAME_vVERSION.md` or `.txt`,
 * `prompts/NAME` the file of that name. `prompts/prompt.txt` or `.md` is the default. Throws DefinitionError for a link, invalid
 * UTF-8 or a file that is too long, because a truncated prompt is another prompt.
 */
export function promptsIn(folder: string): (promptRef: string) => string | undefined {
  return (promptRef) => {
    const name = /^(?:prompt:\/\/|prompts\/)([a-zA-Z0-9][a-zA-Z0-9._/-]*)$/.exec(promptRef)?.[1];
    if (name === undefined || name.split('/').some((part) => part === '..' || part === '')) return undefined;
    const file = name.replaceAll('/', '_');
    return readFirst(join(folder, 'prompts'), [file, `${file}.md`, `${file}.txt`, 'prompt.md', 'prompt.txt']);
  };
}

function readFirst(folder: string, candidates: string[]): string | undefined {
  const { entries, strangers, problems } = listFolder(folder);
  if (problems.length > 0) throw new DefinitionError(problems);
  for (const candidate of candidates) {
    const strange = strangers.find(({ name }) => name === candidate);
    if (strange) throw new DefinitionError([strange.problem]);
    const path = join(folder, candidate);
    if (entries.some(({ name, kind }) => name === candidate && kind === 'file'))
      return textOfFile(path, readBoundedFile(path));
  }
  return undefined;
}
