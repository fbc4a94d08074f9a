import { stripVTControlCharacters } from 'node:util';

/** Characters that take two columns of a terminal. */
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uff01-\uff60]/u;

/** Returns the number of columns that a text takes, without its styles. */
export function countColumns(text: string): number {
  return Array.from(stripVTControlCharacters(text)).reduce(
    (sum, character) => sum + (wide.test(character) ? 2 : 1),
    0,
  );
}

/**
 * Breaks a line of this program between words, so that a narrow terminal does not break it within one. Further lines are indented. For
 * reports alone: text that a user decides on has to keep its line ends.
 * @param line text without line ends; styles are kept
 */
export function wrapLine(line: string, columns: number): string[] {
  if (countColumns(line) <= columns) return [line];
  const [indent = ''] = /^ */.exec(line) ?? [];
  const further = `${indent}  `;
  const lines: string[] = [];
  let present = indent;
  let isEmpty = true;
  for (const word of line.slice(indent.length).split(' ')) {
    const longer = isEmpty ? `${present}${word}` : `${present} ${word}`;
    if (isEmpty || countColumns(longer) <= columns) {
      present = longer;
      isEmpty = false;
    } else {
      lines.push(present.trimEnd());
      present = `${further}${word}`;
      // The blank between two parts of a line is not needed at a line's beginning.
      isEmpty = word === '';
      if (isEmpty) present = further;
    }
  }
  return [...lines, present];
}
