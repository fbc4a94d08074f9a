import type { JsonObject, JsonValue } from '@agent-home/protocol';
import fc from 'fast-check';
import { type Document, isCollection, isMap, isPair, isScalar, type Node, parseDocument, visit } from 'yaml';
import type { MemberEdit } from '../editing/splice.ts';
import { anyJson } from './definitions.ts';

type Path = (string | number)[];

/** Generates an edit of an existing or missing member. */
export function anyEdit(front: JsonObject): fc.Arbitrary<MemberEdit> {
  const path = fc
    .constantFrom(...collectPaths(front, []))
    .chain((found) => fc.constantFrom(found, ...beside(front, found)));
  return fc
    .record({ path, value: fc.option(anyJson, { nil: undefined, freq: 3 }) })
    .map(({ path: chosen, value }) => ({ path: chosen, ...(value === undefined ? {} : { value }) }));
}

function collectPaths(value: JsonValue, path: Path): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const steps = Array.isArray(value) ? value.keys() : Object.keys(value);
  const below = [...steps].flatMap((step) =>
    collectPaths((value as Record<string | number, JsonValue>)[step] ?? null, [...path, step]),
  );
  return [...(path.length > 0 ? [path] : []), ...below];
}

/** Returns the paths of a new member below a value, and of the whole; a list has only items. */
function beside(front: JsonObject, path: Path): Path[] {
  const found = at(front, path);
  return [[...path, Array.isArray(found) ? found.length : 'x-new'], ['x-third', 'deep'], ['x-fourth']];
}

export function at(value: JsonValue, path: readonly (string | number)[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (found, step) =>
      typeof found === 'object' && found !== null && Object.hasOwn(found, step)
        ? (found as Record<string | number, JsonValue>)[step]
        : undefined,
    value,
  );
}

/** Returns the byte range of an edited member, the only part that may change. Undefined if the member is new. */
export function ownBytes(
  yaml: string,
  { path, value }: MemberEdit,
): { start: number; end: number } | undefined {
  const document = parseDocument(yaml);
  const node = document.getIn(path, true) as Node | undefined;
  if (!node) return replacedAbove(document, path);
  const holder = path.length === 1 ? document.contents : (document.getIn(path.slice(0, -1), true) as Node);
  const own = { start: node.range?.[0] ?? 0, end: getLast(node) };
  if (value !== undefined || !isCollection(holder)) return own;
  const items = holder.items as unknown[];
  const index = isMap(holder)
    ? holder.items.findIndex(({ key }) => isScalar(key) && String(key.value) === String(path.at(-1)))
    : Number(path.at(-1));
  if (items.length === 1) return { start: holder.range?.[0] ?? 0, end: getLast(holder) };
  const [before, next] = [items[index - 1], items[index + 1]];
  if (holder.flow)
    return { start: before ? getLast(before) : getStart(items[index]), end: next ? getStart(next) : own.end };
  const start = isMap(holder) ? getStart(items[index]) : getDash(yaml, holder, index);
  const line = yaml.lastIndexOf('\n', start - 1) + 1;
  // First member of a map after a dash, or first item of a list in a list.
  if (yaml.slice(line, start).trim() !== '') return { start, end: next ? getStart(next) : own.end };
  return { start: line, end: afterLine(yaml, own.end) };
}

/** The dash is on the first line after the previous item that is neither blank nor a comment. */
function getDash(yaml: string, holder: Node & { items: unknown[] }, index: number): number {
  if (index === 0) return getStart(holder);
  let line = afterLine(yaml, getLast(holder.items[index - 1]));
  while (
    /^[ \t]*(#.*)?\r?$/.test(yaml.slice(line, afterLine(yaml, line + 1)).replace(/\n$/, '')) &&
    line < yaml.length
  )
    line = afterLine(yaml, line + 1);
  return line + yaml.slice(line).search(/\S/);
}

function afterLine(yaml: string, end: number): number {
  if (yaml[end - 1] === '\n') return end;
  const newline = yaml.indexOf('\n', end);
  return newline < 0 ? yaml.length : newline + 1;
}

/** Replaces scalars on the path by maps, so that a member can be added below them. */
function replacedAbove(document: Document.Parsed, path: MemberEdit['path']) {
  for (let depth = path.length - 1; depth > 0; depth -= 1) {
    const above = document.getIn(path.slice(0, depth), true);
    if (isScalar(above)) return { start: above.range?.[0] ?? 0, end: above.range?.[1] ?? 0 };
    if (above) return undefined;
  }
  return undefined;
}

function getStart(item: unknown): number {
  return ((isPair(item) ? item.key : item) as Node).range?.[0] ?? 0;
}

/** Returns the end of the last token, without following comments. */
function getLast(item: unknown): number {
  let end = 0;
  const see = (node: Node) => {
    if (isScalar(node) || (isCollection(node) && node.flow)) end = Math.max(end, node.range?.[1] ?? 0);
  };
  for (const node of isPair(item) ? [item.key, item.value] : [item])
    if (node) visit(node as Node, { Node: (_, each) => see(each as Node) });
  return end;
}
