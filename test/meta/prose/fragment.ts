/** The kinds of text that the rules apply to. `option` is help of an option or argument, `help` that of a command. */
export type FragmentKind = 'comment' | 'title' | 'help' | 'option' | 'error' | 'heading' | 'text';

/**
 * A piece of prose in a source file. `text` has the length of the source it stands for: markup, code and placeholders are
 * masked, not removed, so that an index in `text` plus `start` is an offset in the file.
 */
export interface Fragment {
  kind: FragmentKind;
  start: number;
  text: string;
}

/** Replacement for masked code: neither a letter nor a space, so it counts as a word and matches no rule. */
const placeholder = '·';

export function maskAsSpace(text: string): string {
  return ' '.repeat(text.length);
}

export function maskAsCode(text: string): string {
  return placeholder.repeat(text.length);
}

/** Masks inline code, addresses and short quotations, and turns line breaks into spaces. */
export function maskCode(text: string): string {
  return text
    .replace(/[\r\n]/g, ' ')
    .replace(/`[^`]*`|https?:\/\/[^\s)]+|"[^"]{1,80}"|“[^”]{1,80}”/g, maskAsCode);
}
