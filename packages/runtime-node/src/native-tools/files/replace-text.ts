import { ToolFailure } from '../../outcomes/tool-failure.ts';
import { maximumChangedBytes } from '../project/read-files.ts';

/** @throws ToolFailure `text_not_found`, `text_not_unique`, `too_large` */
export function replaceText(
  text: string,
  edit: { old_text: string; new_text: string; replace_all: boolean },
): { text: string; count: number } {
  const pieces = text.split(edit.old_text);
  const count = pieces.length - 1;
  if (count === 0) throw new ToolFailure('text_not_found', whyNotFound(text, edit.old_text));
  if (count > 1 && !edit.replace_all)
    throw new ToolFailure(
      'text_not_unique',
      `old_text occurs ${count} times: add more context to it, or set replace_all`,
    );
  // Checked before the text is built: a text has at least as many bytes as UTF-16 code units.
  if (text.length + count * (edit.new_text.length - edit.old_text.length) > maximumChangedBytes)
    throw new ToolFailure(
      'too_large',
      `the file would exceed ${maximumChangedBytes} bytes: replace fewer places, or by a shorter text`,
    );
  return { text: pieces.join(edit.new_text), count };
}

function whyNotFound(text: string, wanted: string): string {
  const withoutReturns = (some: string) => some.replaceAll('\r\n', '\n');
  if (withoutReturns(text).includes(withoutReturns(wanted)))
    return 'old_text differs in its line endings (CR LF or LF): copy it exactly from the file';
  if (text.includes(wanted.trim()))
    return 'old_text differs in the spaces at its start or end: copy it exactly from the file';
  return 'old_text is not in the file: read the file again and copy it exactly';
}
