/** Scripts without spaces between words: every character counts as a word of its own. */
const unspaced = String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}`;
const token = new RegExp(
  `(?<one>(?=[${unspaced}])[\\p{L}\\p{N}\\p{M}])|(?<word>(?:(?![${unspaced}])[\\p{L}\\p{N}\\p{M}])+)`,
  'gu',
);

/** PostgreSQL keeps no position beyond, and no word that is longer than 2 kB. */
const maxPosition = 16_383;
const maxWord = 100;
const maxCharacters = 20_000;

interface Token {
  text: string;
  /** One character of a script without spaces. */
  isOne: boolean;
  /** Right behind the token before it. */
  follows: boolean;
}

function* tokens(text: string): Generator<Token> {
  const folded = text.slice(0, maxCharacters).normalize('NFKC').toLowerCase();
  let end = -1;
  for (const match of folded.matchAll(token)) {
    const { one, word } = match.groups ?? {};
    const follows = match.index === end;
    end = match.index + match[0].length;
    if (one !== undefined) yield { text: one, isOne: true, follows };
    else if (word !== undefined) yield { text: [...word].slice(0, maxWord).join(''), isOne: false, follows };
  }
}

/** The words of a line with their positions, as the text of a `tsvector`: letters and digits alone, so none is quoted. */
export function wordsOf(text: string): string {
  const positions = new Map<string, number[]>();
  let position = 0;
  for (const { text: word, follows } of tokens(text)) {
    // A gap where something stood between: a phrase does not reach over it.
    position += follows ? 1 : 2;
    if (position > maxPosition) break;
    const known = positions.get(word);
    if (known) known.push(position);
    else positions.set(word, [position]);
  }
  return [...positions].map(([word, at]) => `'${word}':${at.slice(0, 255).join(',')}`).join(' ');
}

/**
 * What to look for, as the text of a `tsquery`: words by their beginnings, a run of characters as it stands. Undefined
 * where nothing is left to look for.
 */
export function queryOf(asked: string): string | undefined {
  const phrases: string[][] = [];
  for (const { text, isOne, follows } of tokens(asked)) {
    const lexeme = isOne ? `'${text}'` : `'${text}':*`;
    const phrase = phrases.at(-1);
    if (follows && phrase) phrase.push(lexeme);
    else phrases.push([lexeme]);
  }
  return phrases.length === 0 ? undefined : phrases.map((phrase) => `(${phrase.join(' <-> ')})`).join(' & ');
}
