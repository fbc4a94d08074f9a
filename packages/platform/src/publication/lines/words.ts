import { foldedText } from '../../foundation/text/folded-text.ts';

/** Scripts without spaces between words: what is looked for in them is any piece of a run of characters. */
const unspaced = String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}`;
const token = new RegExp(
  `([[${unspaced}]&&[\\p{L}\\p{N}\\p{M}]])|[[\\p{L}\\p{N}\\p{M}]--[${unspaced}]]+`,
  'gv',
);

/** PostgreSQL keeps no position beyond, no more of them for one word, and no word that is longer than 2 kB. */
const maxPosition = 16_383;
const maxPositions = 255;
const maxWord = 100;
/** Of a line; what comes behind is not found. */
const maxCharacters = 8_000;

interface Token {
  text: string;
  /** One character of a script without spaces. */
  isOne: boolean;
  position: number;
}

/** Letters and digits alone, with case and width folded: no token has to be quoted. */
function tokensOf(text: string): Token[] {
  const folded = foldedText(text, maxCharacters);
  const tokens: Token[] = [];
  let position = 0;
  let end = -1;
  for (const match of folded.matchAll(token)) {
    // A gap where something stood between: no phrase reaches over it.
    position += match.index === end ? 1 : 2;
    end = match.index + match[0].length;
    const [found, one] = match;
    const text = found.length > maxWord ? [...found].slice(0, maxWord).join('') : found;
    tokens.push({ text, isOne: one !== undefined, position });
  }
  return tokens;
}

/** With this one the next character of the same run, where there is one. */
function pairAt(tokens: readonly Token[], index: number): string | undefined {
  const [first, second] = [tokens[index], tokens[index + 1]];
  const isPair = first?.isOne && second?.isOne && second.position === first.position + 1;
  return isPair ? `${first.text}${second.text}` : undefined;
}

/**
 * The words of a line with their positions, as the text of a `tsvector`. Of a script without spaces every character is
 * a word, and so is every two side by side: many lines have both of two common characters, few have them together.
 */
export function wordsOf(text: string): string {
  const positions = new Map<string, number[]>();
  const note = (word: string, position: number) => {
    const known = positions.get(word);
    if (!known) positions.set(word, [position]);
    else if (known.length < maxPositions) known.push(position);
  };
  const tokens = tokensOf(text);
  for (const [index, { text: word, position }] of tokens.entries()) {
    if (position > maxPosition) break;
    note(word, position);
    const pair = pairAt(tokens, index);
    if (pair !== undefined) note(pair, position);
  }
  return [...positions].map(([word, at]) => `'${word}':${at.join(',')}`).join(' ');
}

/**
 * What to look for, as the text of a `tsquery`: words by their beginnings, a run of characters as it stands. Undefined
 * where nothing is left to look for.
 */
export function queryOf(asked: string): string | undefined {
  const tokens = tokensOf(asked);
  const parts: string[] = [];
  let before: number | undefined;
  for (const [index, { text, isOne, position }] of tokens.entries()) {
    const pair = pairAt(tokens, index);
    // The end of a run is in the pair before it already.
    if (isOne && pair === undefined && pairAt(tokens, index - 1) !== undefined) continue;
    const lexeme = isOne ? `'${pair ?? text}'` : `'${text}':*`;
    const previous = tokens[index - 1];
    const isOneRun = previous !== undefined && previous.position === position - 1;
    if (parts.length > 0) parts.push(isOneRun && before !== undefined ? `<${position - before}>` : '&');
    parts.push(lexeme);
    before = position;
  }
  return parts.length === 0 ? undefined : parts.join(' ');
}
