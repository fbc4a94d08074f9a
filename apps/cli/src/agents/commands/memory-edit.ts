import { longestMemoryText, type MemoryEntry } from '@agent-home/agent-runtime/run-log';
import { asJson, canonicalJson, shownText } from '@agent-home/protocol';
import { AgentCommandError, AuthoringError } from '../../errors/command-errors.ts';
import { jsonDocument } from '../../terminal/json-document.ts';
import { nameOfUser } from '../approvals/name-of-user.ts';
import { isAtTerminal } from '../authoring/at-terminal.ts';
import { findEditor, PrivateCopy, runEditor } from '../authoring/edit-copy.ts';
import { readPrompt } from '../running/read-prompt.ts';
import { findEntry, type MemoryPlaceFlags, withMemory } from './with-memory.ts';

export interface MemoryEditFlags extends MemoryPlaceFlags {
  format: 'table' | 'json';
  /** New text; `-` reads it from standard input. */
  text?: string;
}

/**
 * `agent-home agents memory edit AGENT ENTRY`: replaces the text of an entry. Its source and its mark for words of others stay; the
 * user and the time of the change are added. Returns 1 if the entry does not exist.
 * @throws AgentCommandError `invalid_id`, `ambiguous_id`, `prompt_missing`, `prompt_too_large`
 * @throws AuthoringError `editor_missing`, `editor_failed`, `changed_meanwhile`
 */
export async function editMemory(name: string, id: string, flags: MemoryEditFlags): Promise<0 | 1> {
  const edited = await withMemory(name, flags, async (store) => {
    const entry = await findEntry(store, name, id);
    if (!entry) return undefined;
    const text = await getText(entry, flags);
    if (text === entry.text) return { entry, isChanged: false };
    const now = await store.show(name, entry.id);
    if (!now || canonicalJson(asJson(now)) !== canonicalJson(asJson(entry)))
      throw new AuthoringError(
        'changed_meanwhile',
        `the entry ${entry.id.slice(0, 12)} changed in the meantime, so nothing was saved: run the command again`,
      );
    const changed = { ...entry, text, edited: { by: nameOfUser(), time: new Date().toISOString() } };
    await store.memorize(changed, { signal: new AbortController().signal });
    return { entry: changed, isChanged: true };
  });
  if (flags.format === 'json') console.log(jsonDocument({ agent: name, entry: edited?.entry ?? null }));
  else if (!edited) console.log(`${shownText(name)} has no memory entry ${shownText(id)} here`);
  else if (!edited.isChanged) console.log('Nothing was changed.');
  else console.log(`${edited.entry.id} is saved`);
  return edited ? 0 : 1;
}

async function getText(entry: MemoryEntry, { text: given }: MemoryEditFlags): Promise<string> {
  const text = given === undefined ? await edit(entry) : await readPrompt(given);
  // Editors and shells end a text with a line break.
  const whole = text.toWellFormed().replace(/\r?\n$/, '');
  if (whole.trim() === '')
    throw new AgentCommandError(
      'prompt_missing',
      'the text is empty, so nothing was saved: agent-home agents memory forget deletes an entry',
    );
  if (whole.length > longestMemoryText)
    throw new AgentCommandError(
      'prompt_too_large',
      `the text has ${whole.length} characters, so nothing was saved: an entry has at most ${longestMemoryText}`,
    );
  return whole;
}

async function edit({ id, text }: MemoryEntry): Promise<string> {
  const editor = findEditor(process.env);
  if (editor === undefined || !isAtTerminal()) {
    const why =
      editor === undefined
        ? 'no editor is set: set VISUAL or EDITOR, such as EDITOR=nano'
        : 'the editor needs a terminal';
    throw new AuthoringError('editor_missing', `${why}; or pass the new text by --text`);
  }
  const copy = new PrivateCopy(`${id.slice(0, 12)}.txt`, new TextEncoder().encode(text));
  try {
    await runEditor(editor, copy.path);
    return new TextDecoder().decode(copy.read());
  } finally {
    copy.remove();
  }
}
