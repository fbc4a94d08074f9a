/** Text pieces with the highest cost: characters that fold into many, that have to be reordered, or that start patterns. */
const pieces = {
  'one character that folds into eighteen': '\ufdfa',
  'one that folds into eight': '\ufdfb ',
  'a square of four syllables': '\u3300',
  'two marks out of order': '\u0323\u0301',
  'marks of every class': '\u0345\u0301\u0323\u05b4\u0334',
  'a mark that is two': '\u0344\u0323',
  'a letter under forty marks': `a${'\u0323\u0301'.repeat(20)}`,
  'jamo to be composed': '\u1100\u1161\u11a8',
  'halfwidth voice marks': '\uff76\uff9e\u0334',
  'nothing that can be seen': '\u202e\u200b',
  'an emoji of three': '👩‍👩‍👧',
  'one letter': 'a',
  'one Chinese character': '花',
  'a word': 'ab ',
  'short lines': '花\n',
  'quoted signs': '"\\',
  'the beginning of a token': 'eyJ-',
  'the beginning of a link': 'https:/',
  'the beginning of a key': '-----BEGIN A',
  'the beginning of a password': 'token ',
  NUL: '\u0000',
};

function filled(piece: string, bytes: number): string {
  return piece.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(JSON.stringify(piece).slice(1, -1)))));
}

/** Returns texts with the given number of bytes in JSON, each costly in a different way. */
export function worstTexts(bytes: number): Map<string, string> {
  const texts = new Map(Object.entries(pieces).map(([name, piece]) => [name, filled(piece, bytes)]));
  const far = (count: number, pick: (index: number) => number) =>
    Array.from({ length: count }, (_, index) => String.fromCodePoint(pick(index))).join('');
  texts.set(
    'ever other Chinese characters',
    far(Math.floor(bytes / 3), (n) => 0x4e00 + ((n * 7919) % 20_000)),
  );
  texts.set('ever other marks', `a${far(Math.floor(bytes / 2), (n) => 0x300 + ((n * 61) % 0x6f))}`);
  return texts;
}
