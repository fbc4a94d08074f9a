import { isMap, isPair, type YAMLMap, type YAMLSeq } from 'yaml';
import {
  afterLine,
  extraIndent,
  findEnd,
  getStart,
  isBlock,
  isFirstOnLine,
  lineStart,
  toColumn,
} from './source-places.ts';
import type { Splice } from './splice.ts';

/** A map or a list, and its parent. */
interface Held {
  holder: YAMLMap | YAMLSeq;
  within: unknown;
}

/** Removes an item from its collection, with the comment on its line. A collection without other items becomes an empty one. */
export function spliceOut(text: string, { holder, within }: Held, item: unknown): Splice {
  const items: unknown[] = holder.items;
  const index = items.indexOf(item);
  if (items.length === 1) return emptied(text, { holder, within });
  const before: unknown = items[index - 1];
  const after: unknown = items[index + 1];
  if (!isBlock(holder))
    return after === undefined ? gone(findEnd(before), findEnd(item)) : gone(getStart(item), getStart(after));
  const start = ownStart(text, holder, index);
  if (isFirstOnLine(text, start)) return gone(lineStart(text, start), afterLine(text, findEnd(item)));
  // The first member of a map after a dash is removed, so the next one moves up.
  return gone(start, ownStart(text, holder, index + 1));
}

function emptied(text: string, { holder, within }: Held): Splice {
  const end = findEnd(holder);
  const line = isBlock(holder) && text[end - 1] === '\n' ? '\n' : '';
  return {
    start: getStart(holder),
    end,
    replacement: `${extraIndent(text, holder, within)}${isMap(holder) ? '{}' : '[]'}${line}`,
  };
}

function gone(start: number, end: number): Splice {
  return { start, end, replacement: '' };
}

/**
 * Returns the offset of a member's name or of an item's dash: after the previous item, on the first line that
 * has one.
 */
function ownStart(text: string, holder: YAMLMap | YAMLSeq, index: number): number {
  const item: unknown = holder.items[index];
  if (isPair(item)) return getStart(item);
  const first = getStart(holder);
  if (index === 0) return first;
  const column = toColumn(text, first);
  let line = afterLine(text, findEnd(holder.items[index - 1]));
  while (line < text.length && !(text[line + column] === '-' && isFirstOnLine(text, line + column)))
    line = afterLine(text, Math.max(line + 1, text.indexOf('\n', line)));
  return line + column;
}
