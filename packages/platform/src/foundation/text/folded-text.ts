import { normalForm } from '@agent-home/protocol';

/**
 * Text with case and width folded, to be compared. Cut before and after: one character may fold into eighteen, and what
 * is done with the result takes its time by the result’s length.
 */
export function foldedText(text: string, maxLength: number): string {
  return normalForm(text.slice(0, maxLength), 'NFKC').slice(0, maxLength).toLowerCase();
}
