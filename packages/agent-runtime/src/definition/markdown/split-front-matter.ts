import { DefinitionError } from '../problems/definition-error.ts';
import type { ProblemCode } from '../problems/problem.ts';

/** Markdown file split into parts; `before + front + between + body` is the file again. */
export interface MarkdownParts {
  before: string;
  front: string;
  between: string;
  body: string;
}

/**
 * Splits a file into front matter and body (S3-12).
 * @throws DefinitionError `front_matter_missing`, `front_matter_not_closed`
 */
export function splitFrontMatter(file: string, text: string): MarkdownParts {
  const opening = /^\ufeff?---[ \t]*(\r?\n|$)/.exec(text);
  if (!opening) throw refused(file, 'front_matter_missing', 'the first line has to be ---');
  const before = opening[0];
  const rest = text.slice(before.length);
  const closing = /^---[ \t]*(?:\r?\n|$)/m.exec(rest);
  if (!closing) throw refused(file, 'front_matter_not_closed', 'the front matter has no end: add a line ---');
  const end = closing.index + closing[0].length;
  return { before, front: rest.slice(0, closing.index), between: closing[0], body: rest.slice(end) };
}

function refused(file: string, code: ProblemCode, message: string): DefinitionError {
  return new DefinitionError([{ code, message, file, line: 1, column: 1, path: [] }]);
}
