import { foldedText } from '../../foundation/text/folded-text.ts';

/** Scripts without spaces between words. Any part of a run of their characters can be searched for. */
const unspaced = String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}`;
const token = new RegExp(
  `([[${unspaced}]&&[\\p{L}\\p{N}\\p{M}]])|[[\\p{L}\\p{N}\\p{M}]--[${unspaced}]]+`,
  'gv',
);

/** PostgreSQL's limits: the highest position of a word, the most positions of one word, the longest word. */
const maxPosition = 16_383;
const maxPositions = 255;
const maxWord = 100;
/** Indexed length of a message; later words are not found. */
const maxCharacters = 8_000;

interface Token {
  text: string;
  /** True for a single character of a script without spaces. */
  isOne: boolean;
  position: number;
}

/** Returns the words of a text. They consist of letters and digits, case and width folded, so that none needs quoting in SQL. */
function tokensOf(text: string): Token[] {
  const folded = foldedText(text, maxCharacters);
  const tokens: Token[] = [];
  let position = 0;
  let end = -1;
  for (const match of folded.matchAll(token)) {
    // Other characters between two words leave a gap in the positions, so that no phrase spans them.
    position += match.index === end ? 1 : 2;
    end = match.index + match[0].length;
    const [found, one] = match;
    const text = found.length > maxWord ? [...found].slice(0, maxWord).join('') : found;
    tokens.push({ text, isOne: one !== undefined, position });
  }
  return tokens;
}

/** Returns this character with the next one of the same run; undefined at the end of a run. */
function pairAt(tokens: readonly Token[], index: number): string | undefined {
  const [first, second] = [tokens[index], tokens[index + 1]];
  const isPair = first?.isOne && second?.isOne && second.position === first.position + 1;
  return isPair ? `${first.text}${second.text}` : undefined;
}

/**
 * Returns the words of a message with their positions, as the text of a `tsvector`. In a script without spaces every character is a
 * word, and so is every pair of neighbours: many messages contain two common characters, but few contain them next to each other.
 */
export function toWords(text: string): string {
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
 * Returns a search as the text of a `tsquery`: words match by prefix, runs of characters exactly. Returns undefined if the text has
 * no words.
 */
export function findQuery(asked: string): string | undefined {
  const tokens = tokensOf(asked);
  const parts: string[] = [];
  let before: number | undefined;
  for (const [index, { text, isOne, position }] of tokens.entries()) {
    const pair = pairAt(tokens, index);
    // The last character of a run is part of the pair before it.
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
