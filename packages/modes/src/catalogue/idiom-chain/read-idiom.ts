import { normalForm, type TopicMessage } from '@agent-home/protocol';
import { getField } from '../../shared/fields.ts';

const notHan = /\P{Script=Han}/gu;
const quotedMax = 12;

/**
 * Returns the idiom of a message as Chinese characters, one code point each: `meta.idiom` if the text contains it, else the text. A
 * `meta.idiom` that readers of the text cannot see must not be judged.
 */
export function readIdiom(message: TopicMessage): string[] {
  const text = normal(getField(message.content, 'text'));
  const named = normal(getField(message.meta, 'idiom'));
  const chosen = named !== '' && text.includes(named) ? named : text;
  return Array.from(chosen.replace(notHan, ''));
}

/** Equal characters compare equal only in one normal form: compatibility ideographs have two spellings. */
function normal(value: unknown): string {
  return typeof value === 'string' ? normalForm(value, 'NFC') : '';
}

/** Quotes characters in a message, at most as many as the longest idiom has. */
export function quoted(characters: readonly string[]): string {
  const shown = characters.slice(0, quotedMax).join('');
  return characters.length > quotedMax ? `“${shown}…”` : `“${shown}”`;
}
