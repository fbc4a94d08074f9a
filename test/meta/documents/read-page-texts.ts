import type { Document, Found } from './read-document.ts';

/** Commands and documents that texts of the web UI name: a JSON file with one text per line. */
export interface PageTexts {
  commands: Document;
  /** Files of `docs/`. */
  files: Found[];
}

export function readPageTexts(json: string): PageTexts {
  const code: Found[] = [];
  const files: Found[] = [];
  for (const [index, text] of json.split('\n').entries()) {
    const line = index + 1;
    for (const [command] of text.matchAll(/\b(?:agent-home|npm|npx)(?: -{0,2}[A-Za-z][\w-]*)+/g))
      code.push({ line, text: command });
    for (const [file] of text.matchAll(/\bdocs\/[\w./-]*\w/g)) files.push({ line, text: file });
  }
  return { commands: { links: [], anchors: new Set(), shell: [], code }, files };
}
