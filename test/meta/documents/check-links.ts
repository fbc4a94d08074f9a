import { posix } from 'node:path';
import type { Document } from './read-document.ts';

export interface Repository {
  /** Every document, by its path from the root. */
  documents: ReadonlyMap<string, Document>;
  /** Returns true if such a file or folder exists. */
  has(path: string): boolean;
}

/** Returns the broken links of a document, each as `file:line: …`. Links to other sites are not fetched. */
export function brokenLinks(file: string, { documents, has }: Repository): string[] {
  return (documents.get(file)?.links ?? []).flatMap(({ line, text }) => {
    const where = `${file}:${line}`;
    if (/^(https?|mailto):/.test(text)) return URL.canParse(text) ? [] : [`${where}: ${text} is no address`];
    const [path = '', anchor] = decodeURI(text).split('#');
    const target = path === '' ? file : posix.join(posix.dirname(file), path);
    if (target.startsWith('..')) return [`${where}: ${text} leads out of the repository`];
    if (!has(target)) return [`${where}: there is no ${target}`];
    if (anchor === undefined || anchor === '') return [];
    const isThere = documents.get(target)?.anchors.has(anchor) ?? /^L\d+/.test(anchor);
    return isThere ? [] : [`${where}: ${target} has no part ${anchor}`];
  });
}
