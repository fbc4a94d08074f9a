import { readFileSync } from 'node:fs';
import { shownText } from '@agent-home/protocol';
import { AuthoringError } from '../../errors/command-errors.ts';
import type { Person } from './person.ts';
import { createFile } from './write-file.ts';

/** `kept`: the input ended without an answer, and the draft stays in its place. */
export type Decision = 'again' | 'old' | 'saved' | 'kept';

/**
 * Prompts for a decision about a draft that does not load. Such a draft never replaces a file.
 * @param draft path of the draft
 */
export async function askBroken(
  person: Person,
  problems: readonly string[],
  draft: string,
): Promise<Decision> {
  for (const problem of problems) person.say(`✗ ${problem}`);
  person.say(`Your draft is in ${shownText(draft)}.`);
  for (;;) {
    const line = (
      await person.ask('The draft does not load. Type edit, old (keep the old file), or save PATH: ')
    )?.trim();
    if (line === undefined) {
      person.say(`Nothing was changed. Your draft is kept: ${shownText(draft)}`);
      return 'kept';
    }
    const [word = '', ...rest] = line.split(/\s+/);
    if (/^(e|edit|again)$/i.test(word)) return 'again';
    if (/^(k|keep|old)$/i.test(word)) return 'old';
    if (/^(s|save)$/i.test(word) && (await saveElsewhere(person, rest.join(' '), draft))) return 'saved';
  }
}

async function saveElsewhere(person: Person, named: string, draft: string): Promise<boolean> {
  const answer = named === '' ? await person.ask('Path of the draft: ') : named;
  const path = answer?.trim() ?? '';
  if (path === '') return false;
  try {
    // Copies the whole draft, even if it exceeds the size limit of agent files.
    createFile(path, readFileSync(draft));
  } catch (error) {
    if (!(error instanceof AuthoringError)) throw error;
    person.say(`  ${error.message}`);
    return false;
  }
  person.say(`The draft is saved: ${shownText(path)}`);
  return true;
}
