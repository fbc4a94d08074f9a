import type { JsonObject } from '@agent-home/protocol';
import type { SourceDocument } from './source-document.ts';

/** Members that begin with `x-` are their author’s own: kept, and looked at by nobody. */
export function splitExtensions(document: SourceDocument): { known: SourceDocument; extensions: JsonObject } {
  const { value } = document;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { known: document, extensions: {} };
  const members = Object.entries(value);
  const known = Object.fromEntries(members.filter(([name]) => !name.startsWith('x-')));
  const extensions = Object.fromEntries(members.filter(([name]) => name.startsWith('x-')));
  return { known: document.with(known), extensions };
}
