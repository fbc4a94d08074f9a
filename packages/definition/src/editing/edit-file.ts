import type { JsonValue } from '@agent-home/protocol';
import { type Document, parseDocument } from 'yaml';
import { splitFrontMatter } from '../markdown/split-front-matter.ts';

/** A member to set, or to take away where there is no value. */
export interface MemberEdit {
  path: (string | number)[];
  value?: JsonValue;
}

/** Changes members of a Markdown file. Comments, the order of members and every byte of the body stay. */
export function editMarkdown(text: string, edits: readonly MemberEdit[]): string {
  const { before, front, between, body } = splitFrontMatter('', text);
  return before + editYaml(front, edits) + between + body;
}

/** The same of a YAML file; comments stay. */
export function editYaml(text: string, edits: readonly MemberEdit[]): string {
  const isWindows = text.includes('\r\n');
  const document: Document = parseDocument(text);
  for (const { path, value } of edits) {
    if (value === undefined) document.deleteIn(path);
    // A plain value keeps the node that is there, and the comment on it.
    else document.setIn(path, typeof value === 'object' ? document.createNode(value) : value);
  }
  const edited = document.toString({ lineWidth: 0 });
  return isWindows ? edited.replaceAll('\n', '\r\n') : edited;
}
