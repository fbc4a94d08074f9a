import { readDocument } from '../document/read-document.ts';
import { readYaml } from '../document/read-yaml.ts';
import type { Path, SourceDocument } from '../document/source-document.ts';
import { textOfFile } from '../document/source-file.ts';
import type { Problem, ProblemCode } from '../problems/problem.ts';
import { splitFrontMatter } from './split-front-matter.ts';

/**
 * Creates a problem of a loaded file that was found by comparing it with other files. The file is parsed again to get the position.
 */
export function problemAt(
  { file, content }: { file: string; content: Uint8Array | string },
  code: ProblemCode,
  path: Path,
  { message, nearest }: { message: string; nearest?: string | undefined },
): Problem {
  return toDocument(file, content).problem(code, path, message, { nearest });
}

function toDocument(file: string, content: Uint8Array | string): SourceDocument {
  if (!file.endsWith('.md')) return readDocument(file, content);
  const { front } = splitFrontMatter(file, textOfFile(file, content));
  return readYaml({ file, text: front, firstLine: 2 });
}
