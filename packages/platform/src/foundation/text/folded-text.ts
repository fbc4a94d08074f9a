import { normalForm } from '@agent-home/protocol';

/**
 * Returns a text with case and width folded, for comparison. It is cut before and after folding, since one
 * character may fold into eighteen.
 */
export function foldedText(text: string, maxLength: number): string {
  return normalForm(text.slice(0, maxLength), 'NFKC').slice(0, maxLength).toLowerCase();
}
