import ts from 'typescript';
import type { ChangedFile } from './missing-changesets.ts';

/** True if only comments, indentation or empty lines differ, because users of the package do not notice those. */
export function isSameCode({ path, before, after }: ChangedFile): boolean {
  if (before === undefined || after === undefined) return false;
  if (before === after) return true;
  return /\.tsx?$/.test(path) && printed(path, before) === printed(path, after);
}

function printed(path: string, text: string): string {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false);
  return ts.createPrinter({ removeComments: true }).printFile(source).replaceAll(/\n\s*/g, '\n');
}
