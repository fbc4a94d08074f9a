const ofWords = /[\p{L}\p{N}\p{M}_]/u;
/** Written without blanks between words, or, as Korean, with endings at them. */
const cjk = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}]/u;

/** Whether a word may begin or end at this place of a folded text. Between letters of CJK it may anywhere. */
export function isWordBorder(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return true;
  const after = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const before = characterBefore(text, at);
  if (!ofWords.test(before) || !ofWords.test(after)) return true;
  return cjk.test(before) || cjk.test(after);
}

function characterBefore(text: string, at: number): string {
  const isPair = at >= 2 && (text.codePointAt(at - 2) ?? 0) > 0xffff;
  return text.slice(isPair ? at - 2 : at - 1, at);
}
