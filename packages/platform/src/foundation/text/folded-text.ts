import { normalForm } from '@agent-home/protocol';

/**
 * Text with case and width folded, to be compared. It is cut before folding and after, since one character may fold into
 * eighteen, and the result is kept short for whatever is done with it.
 */
export function foldedText(text: string, maxLength: number): string {
  return normalForm(text.slice(0, maxLength), 'NFKC').slice(0, maxLength).toLowerCase();
}
