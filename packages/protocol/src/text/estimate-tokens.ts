/** Scripts that tokenizers split into about one token per character, with their punctuation and full-width forms. */
const characterPerToken =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u;

const encoder = new TextEncoder();

/** Cost of a text before rounding, so that costs of pieces can be added. */
interface TextCost {
  characters: number;
  bytes: number;
}

/**
 * Estimates the number of tokens of a text for a model, without any model's tokenizer: each CJK code point counts as one, all else
 * as a quarter of its UTF-8 bytes, rounded up. Two texts together never cost more than separately.
 */
export function estimateTokens(text: string): number {
  return tokensOf(tokenCostOf(text));
}

export function tokenCostOf(text: string): TextCost {
  let characters = 0;
  let others = '';
  for (const character of text) {
    if (characterPerToken.test(character)) characters++;
    else others += character;
  }
  return { characters, bytes: encoder.encode(others).length };
}

export function tokensOf({ characters, bytes }: TextCost): number {
  return characters + Math.ceil(bytes / 4);
}
