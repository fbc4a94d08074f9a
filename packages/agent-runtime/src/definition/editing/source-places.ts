import { isCollection, isMap, isNode, isPair, isScalar, isSeq, type Node } from 'yaml';

/** Returns the offset at which an item begins. */
export function getStart(item: unknown): number {
  if (isPair(item)) return getStart(item.key);
  return isNode(item) ? (item.range?.[0] ?? 0) : 0;
}

/** Returns the offset at which an item ends: after its last token, before following comments and blank lines. */
export function findEnd(item: unknown): number {
  if (isPair(item)) return item.value === null ? findEnd(item.key) : findEnd(item.value);
  if (!isNode(item)) return 0;
  if (isBlock(item)) {
    const last: unknown = item.items.at(-1);
    return last === undefined ? getStart(item) : findEnd(last);
  }
  return item.range?.[1] ?? 0;
}

/** True for a map or a list on lines of its own, not between brackets. */
export function isBlock(item: unknown): item is Node & { items: unknown[] } {
  return isCollection(item) && !item.flow;
}

/** Returns true for an empty value that has no characters in the source. */
export function isUnwritten(item: unknown): boolean {
  return isScalar(item) && item.range?.[0] === item.range?.[1];
}

export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

export function toColumn(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

/** Returns the offset after the line on which an item ends, including a trailing comment. */
export function afterLine(text: string, end: number): number {
  if (text[end - 1] === '\n') return end;
  const newline = text.indexOf('\n', end);
  return newline < 0 ? text.length : newline + 1;
}

/** Returns true if only white space precedes the offset on its line. */
export function isFirstOnLine(text: string, offset: number): boolean {
  return text.slice(lineStart(text, offset), offset).trim() === '';
}

/** Returns the extra indentation of a list's replacement: only a list may begin at the column of its name. */
export function extraIndent(text: string, node: unknown, holder: unknown): string {
  const isFlush =
    isSeq(node) && isMap(holder) && toColumn(text, getStart(node)) === toColumn(text, getStart(holder));
  return isFlush ? '  ' : '';
}
