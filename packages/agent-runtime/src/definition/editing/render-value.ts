import type { JsonValue } from '@agent-home/protocol';
import { Document, isCollection, visit } from 'yaml';

/** Each text is on one line, so that the rendering does not depend on the indentation. */
const style = {
  lineWidth: 0,
  flowCollectionPadding: false,
  blockQuote: false,
  singleQuote: false,
  doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
} as const;

function toDocument(value: JsonValue): Document {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === 'string' && node.value.includes('\n')) node.type = 'QUOTE_DOUBLE';
    },
  });
  return document;
}

/** Renders a value on one line, valid in any context: `[a, b]`. */
export function inlineText(value: JsonValue): string {
  const document = toDocument([value]);
  if (isCollection(document.contents)) document.contents.flow = true;
  // Removes the brackets and the line end.
  return document.toString(style).slice(1, -2);
}

/** Renders `name: value` on one line. */
export function inlineMember(name: string, value: JsonValue): string {
  return inlineText({ [name]: value }).slice(1, -1);
}

/** Renders a map or a list for a column: the first line unindented, the others indented to it, without the last line end. */
export function blockText(value: JsonValue, column: number): string {
  const text = toDocument(value).toString(style);
  // Not trimEnd: a text may end with a Unicode space, which YAML writes without quotes.
  return text.replace(/\n+$/, '').replaceAll('\n', `\n${' '.repeat(column)}`);
}

/** Renders a member of a map as lines: lists of words and short values on one line, maps below their name. */
export function memberText(name: string, value: JsonValue, column: number): string {
  return isBranched(value) ? blockText({ [name]: value }, column) : inlineMember(name, value);
}

/** Renders an item of a list on lines of its own. */
export function itemText(value: JsonValue, column: number): string {
  return isBranched(value) ? blockText([value], column) : `- ${inlineText(value)}`;
}

/** Renders a multi-line text in `|` notation, indented below a column; undefined if YAML does not use it for this text. */
export function literalText(value: JsonValue, column: number): string | undefined {
  if (typeof value !== 'string' || !value.includes('\n')) return undefined;
  const text = new Document({ k: value }).toString({ lineWidth: 0, blockQuote: 'literal' });
  if (!text.startsWith('k: |')) return undefined;
  return text.slice(3).replaceAll(/\n(?=.)/g, `\n${' '.repeat(column)}`);
}

export function isCollectionValue(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

function isBranched(value: JsonValue): boolean {
  if (!isCollectionValue(value)) return false;
  return !Array.isArray(value) || value.some(isCollectionValue);
}
