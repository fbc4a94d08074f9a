export const lines = [
  '秋月照空庭，独坐到三更。',
  '今天天气真好',
  'The Lighthouse keeper counts waves',
  'LIGHT and shade; ﬁne print',
  '你好, 世界! hello世界',
  "quotes ' and \\ and & | ! ( ) : * <-> stay text",
  `long ${'word '.repeat(300)}needle`,
];

/** Search texts, and the indexes of the lines that each finds. */
export const cases: [what: string, asked: string, lines: number[]][] = [
  ['one Chinese character', '月', [0]],
  ['two of them, side by side', '秋月', [0]],
  ['two that are there, but not side by side', '月秋', []],
  ['a whole phrase', '天天气真', [1]],
  ['not over a comma', '庭独', []],
  ['with the comma, both sides of it', '空庭，独坐', [0]],
  ['a word', 'keeper', [2]],
  ['the beginning of a word, in any case', 'lIgHt', [2, 3]],
  ['not the middle of a word', 'house', []],
  ['a ligature by its letters', 'fine', [3]],
  ['several words, in any order', 'waves counts', [2]],
  ['words and characters together', 'hello世界', [4]],
  ['what is written apart, apart', 'hello 你好', [4]],
  ['signs of a query language as nothing', "' and \\ & | ! ( ) : *", [3, 5]],
  ['what stands far behind', 'needle', [6]],
  ['what nobody said', '龘', []],
  ['nothing but signs', '!!!', []],
];
