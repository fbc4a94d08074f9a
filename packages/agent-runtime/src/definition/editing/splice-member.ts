import type { JsonValue } from '@agent-home/protocol';
import { type Document, isAlias, isMap, isPair, isScalar, isSeq, type YAMLMap, type YAMLSeq } from 'yaml';
import {
  blockText,
  inlineMember,
  inlineText,
  isCollectionValue,
  itemText,
  literalText,
  memberText,
} from './render-value.ts';
import {
  afterLine,
  extraIndent,
  findEnd,
  getStart,
  isBlock,
  isUnwritten,
  toColumn,
} from './source-places.ts';
import type { MemberEdit, Splice } from './splice.ts';
import { spliceOut } from './splice-out.ts';
import { withMember } from './with-member.ts';

/** Change of a text by an edit; undefined if the member to remove does not exist. */
export function getSplice(
  text: string,
  document: Document.Parsed,
  { path, value }: MemberEdit,
): Splice | undefined {
  let holder: YAMLMap | YAMLSeq | undefined;
  let node: unknown = document.contents;
  for (const [depth, step] of path.entries()) {
    const rest = path.slice(depth + 1);
    if (!isMap(node) && !isSeq(node)) {
      const before = isAlias(node) ? (node.toJS(document) as JsonValue) : undefined;
      const changed = withMember(before, path.slice(depth), value);
      return changed === undefined ? undefined : replace(text, { node, holder, value: changed });
    }
    if (isSeq(node) && typeof step !== 'number') throw new TypeError(`a list has no member ${step}`);
    const item: unknown = isMap(node) ? getMember(node, step) : node.items[Number(step)];
    if (item === undefined) {
      const made = value === undefined ? undefined : withMember(undefined, rest, value);
      return made === undefined ? undefined : add(text, node, step, made);
    }
    if (value === undefined && rest.length === 0)
      return spliceOut(text, { holder: node, within: holder }, item);
    holder = node;
    node = isPair(item) ? (item.value ?? item) : item;
  }
  return value === undefined ? undefined : replace(text, { node, holder, value });
}

function getMember(map: YAMLMap, step: string | number) {
  return map.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
}

interface Replacing {
  /** A pair if a name has no value, not even an empty one; null for an empty document. */
  node: unknown;
  holder: YAMLMap | YAMLSeq | undefined;
  value: JsonValue;
}

function replace(text: string, { node, holder, value }: Replacing): Splice {
  if (node === null || node === undefined) {
    const isOpen = text !== '' && !text.endsWith('\n');
    return insert(text.length, `${isOpen ? '\n' : ''}${blockText(value, 0)}\n`);
  }
  const start = getStart(node);
  const end = findEnd(node);
  if (isPair(node)) return insert(end, `: ${inlineText(value)}`);
  if (isUnwritten(node)) {
    const before = /\s/.test(text[start - 1] ?? '') ? '' : ' ';
    return insert(start, `${before}${inlineText(value)}`);
  }
  const isLine = text[end - 1] === '\n';
  if (!isBlock(node)) {
    const outer = holder ? toColumn(text, getStart(holder)) : 0;
    const literal = isLine ? literalText(value, outer) : undefined;
    return { start, end, replacement: literal ?? `${inlineText(value)}${isLine ? '\n' : ''}` };
  }
  const column = toColumn(text, start);
  const more = Array.isArray(value) && value.length > 0 ? '' : extraIndent(text, node, holder);
  const rendered = isCollectionValue(value) ? blockText(value, column + more.length) : inlineText(value);
  return { start, end, replacement: `${more}${rendered}${isLine ? '\n' : ''}` };
}

/** Adds a value after the last member or item. */
function add(text: string, holder: YAMLMap | YAMLSeq, step: string | number, value: JsonValue): Splice {
  const last: unknown = holder.items.at(-1);
  const name = String(step);
  if (!isBlock(holder)) {
    const added = isMap(holder) ? inlineMember(name, value) : inlineText(value);
    return last === undefined ? insert(getStart(holder) + 1, added) : insert(findEnd(last), `, ${added}`);
  }
  const column = toColumn(text, getStart(holder));
  const at = afterLine(text, findEnd(holder));
  const added = isMap(holder) ? memberText(name, value, column) : itemText(value, column);
  return insert(at, `${text[at - 1] === '\n' ? '' : '\n'}${' '.repeat(column)}${added}\n`);
}

function insert(at: number, replacement: string): Splice {
  return { start: at, end: at, replacement };
}
