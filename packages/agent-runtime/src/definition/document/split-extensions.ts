import type { JsonObject } from '@agent-home/protocol';
import type { SourceDocument } from './source-document.ts';

/** Separates members that begin with `x-`: they belong to the author and are kept unchecked. */
export function splitExtensions(document: SourceDocument): { known: SourceDocument; extensions: JsonObject } {
  const { value } = document;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { known: document, extensions: {} };
  const members = Object.entries(value);
  const known = Object.fromEntries(members.filter(([name]) => !name.startsWith('x-')));
  const extensions = Object.fromEntries(members.filter(([name]) => name.startsWith('x-')));
  return { known: document.with(known), extensions };
}
