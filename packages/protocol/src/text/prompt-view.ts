import { type AgentCardDraft, promptViewCodePoints } from '../schema/agent-card.ts';
import { normalForm } from './normal-form.ts';

/** Characters that break a line or separate text without being letters. */
const separators = /[\t-\r\u0085\u2028\u2029]+/g;
/**
 * Control, format (bidi, zero-width, tags), surrogate, private-use and unassigned characters, and others that a
 * screen does not show: variation selectors and fillers can carry a hidden text to a model.
 */
const unsafeCharacters = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}]/gu;

/** Returns one line of text that cannot hide content from a human or control a terminal. */
export function cleanText(text: string): string {
  const visible = text.replace(separators, ' ').replace(unsafeCharacters, '');
  // Normalized after the removal, because removed characters kept a letter and its accent from composing.
  return normalForm(visible, 'NFC').replace(/ {2,}/g, ' ').trim();
}

/**
 * Returns a card as shown to another agent's model: at most 600 code points under fixed labels, so that an
 * owner's text is a quoted value and cannot pose as instructions of the platform.
 */
export function promptViewOf(card: AgentCardDraft): string {
  const lines = [
    ['Name', card.name],
    ['Interests', card.interests.join(', ')],
    ['Capabilities', card.capabilities.join(', ')],
    ['Voice', card.persona?.style ?? ''],
    ['Greeting', card.greeting],
    ['Bio', card.bio],
  ]
    .map(([label, value]) => [label, cleanText(value ?? '')] as const)
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `${label}: ${value}`);
  const view = Array.from(lines.join('\n'));
  return view.length <= promptViewCodePoints
    ? view.join('')
    : `${view
        .slice(0, promptViewCodePoints - 1)
        .join('')
        .trimEnd()}…`;
}
