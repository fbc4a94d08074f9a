/** One character of a name: a literal, any one, one of a class, or any number of characters. */
type Token =
  | { kind: 'literal'; character: string }
  | { kind: 'any' }
  | { kind: 'many' }
  | { kind: 'class'; isNegated: boolean; ranges: readonly (readonly [string, string])[] };

/** Pattern of one name. */
export type NamePattern = (name: string) => boolean;

/**
 * Compiles a pattern of one name as git reads it: `*`, `?`, `[a-z]`, `[!a]` and `\\`. Matching takes at most the product of both
 * lengths, as it only ever returns to the last `*`.
 * @returns undefined for a class without an end, which git matches with nothing
 */
export function compileName(pattern: string): NamePattern | undefined {
  if (!/[*?[\\]/.test(pattern)) return (name) => name === pattern;
  const tokens = readTokens([...pattern]);
  return tokens && ((name) => matches(tokens, [...name]));
}

function readTokens(characters: readonly string[]): Token[] | undefined {
  const tokens: Token[] = [];
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] ?? '';
    if (character === '*') {
      if (tokens.at(-1)?.kind !== 'many') tokens.push({ kind: 'many' });
    } else if (character === '?') tokens.push({ kind: 'any' });
    else if (character === '[') {
      const read = readClass(characters, at + 1);
      if (!read) return undefined;
      tokens.push(read.token);
      at = read.end;
    } else {
      if (character === '\\') at += 1;
      tokens.push({ kind: 'literal', character: characters[at] ?? '\\' });
    }
  }
  return tokens;
}

function readClass(characters: readonly string[], begin: number): { token: Token; end: number } | undefined {
  const isNegated = characters[begin] === '!' || characters[begin] === '^';
  const ranges: [string, string][] = [];
  const first = isNegated ? begin + 1 : begin;
  for (let at = first; at < characters.length; at++) {
    if (characters[at] === ']' && at > first) return { token: { kind: 'class', isNegated, ranges }, end: at };
    if (characters[at] === '\\') at += 1;
    const low = characters[at] ?? '';
    const isRange = characters[at + 1] === '-' && characters[at + 2] !== ']' && at + 2 < characters.length;
    if (isRange) at += 2;
    ranges.push([low, isRange ? (characters[at] ?? low) : low]);
  }
  return undefined;
}

function matches(tokens: readonly Token[], name: readonly string[]): boolean {
  let [at, token] = [0, 0];
  let back: { at: number; token: number } | undefined;
  while (at < name.length) {
    const current = tokens[token];
    if (current?.kind === 'many') {
      back = { at, token };
      token += 1;
    } else if (current && fits(current, name[at] ?? '')) {
      at += 1;
      token += 1;
    } else if (back) {
      back.at += 1;
      at = back.at;
      token = back.token + 1;
    } else return false;
  }
  return tokens.slice(token).every(({ kind }) => kind === 'many');
}

function fits(token: Token, character: string): boolean {
  if (token.kind === 'literal') return token.character === character;
  if (token.kind !== 'class') return true;
  return token.ranges.some(([low, high]) => low <= character && character <= high) !== token.isNegated;
}
