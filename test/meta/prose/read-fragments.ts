import type { Fragment } from './fragment.ts';
import { markdownFragments } from './markdown-fragments.ts';
import { pythonFragments, shellFragments, sqlFragments } from './script-fragments.ts';
import { typescriptFragments } from './typescript-fragments.ts';

/** Its tables list the words that the rules refuse. */
const styleGuide = 'docs/style.md';

/** Returns the prose of a file by its extension; an empty list if there is no reader for it. */
export function readFragments(file: string, source: string): Fragment[] {
  const extension = /\.(\w+)$/.exec(file)?.[1] ?? '';
  switch (extension) {
    case 'ts':
    case 'tsx':
    case 'mjs':
    case 'cjs':
    case 'js':
      return typescriptFragments(file, source);
    case 'py':
      return pythonFragments(source);
    case 'sh':
      return shellFragments(source);
    case 'sql':
      return sqlFragments(source);
    case 'md':
      return markdownFragments(source, { tables: file !== styleGuide });
    default:
      return source.startsWith('#!') && /^#!.*\b(ba)?sh\b/.test(source) ? shellFragments(source) : [];
  }
}
