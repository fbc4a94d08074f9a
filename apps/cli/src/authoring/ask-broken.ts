import { shownText } from '@agent-home/protocol';
import { AuthoringError } from '../errors/authoring-error.ts';
import type { Person } from './person.ts';
import { createFile } from './write-file.ts';

/** `kept`: nobody answered, and the text stays where it is. */
export type Decision = 'again' | 'old' | 'saved' | 'kept';

/** Asks what is done with a text that would not load: it takes no file’s place. */
export async function askBroken(
  person: Person,
  problems: readonly string[],
  draft: { content: Uint8Array; path: string },
): Promise<Decision> {
  for (const problem of problems) person.say(`✗ ${problem}`);
  for (;;) {
    const line = (
      await person.ask('It would not load. edit it again, keep the old one, or save PATH: ')
    )?.trim();
    if (line === undefined) {
      person.say(`Nothing was changed; what you wrote is kept: ${shownText(draft.path)}`);
      return 'kept';
    }
    const [word = '', ...rest] = line.split(/\s+/);
    if (/^(e|edit|again)$/i.test(word)) return 'again';
    if (/^(k|keep|old)$/i.test(word)) return 'old';
    if (/^(s|save)$/i.test(word) && (await saveElsewhere(person, rest.join(' '), draft.content)))
      return 'saved';
  }
}

async function saveElsewhere(person: Person, named: string, content: Uint8Array): Promise<boolean> {
  const answer = named === '' ? await person.ask('Where, as a path: ') : named;
  const path = answer?.trim() ?? '';
  if (path === '') return false;
  try {
    createFile(path, content);
  } catch (error) {
    if (!(error instanceof AuthoringError)) throw error;
    person.say(`  ${error.message}`);
    return false;
  }
  person.say(`The draft is saved: ${shownText(path)}`);
  return true;
}
