import { revealedText } from '@agent-home/protocol';

/** Longest character that is shown whole; real characters are shorter, and crafted longer ones are shown in parts. */
const longestCharacter = 64;

/**
 * Streamed text for a terminal, equal to `revealedText` of the whole. The last character is held back until it
 * is complete, since an emoji may continue in the next piece.
 */
export class RevealedStream {
  #held = '';

  add(piece: string): string {
    const text = this.#held + piece;
    const last = lastCharacter(text);
    const before = text.slice(0, text.length - last.length);
    // The letter after a joiner decides if the joiner is shown.
    const joined = /[\u200c\u200d]$/.test(before) ? lastCharacter(before) : '';
    const at = before.length - joined.length;
    this.#held = text.length - at > longestCharacter ? '' : text.slice(at);
    return revealedText(this.#held === '' ? text : text.slice(0, at));
  }

  end(): string {
    const last = this.#held;
    this.#held = '';
    return revealedText(last);
  }
}

const segmenter = new Intl.Segmenter();

function lastCharacter(text: string): string {
  return text === '' ? '' : (segmenter.segment(text).containing(text.length - 1)?.segment ?? '');
}
