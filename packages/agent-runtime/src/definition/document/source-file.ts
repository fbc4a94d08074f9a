import { DefinitionError } from '../problems/definition-error.ts';
import type { ProblemCode } from '../problems/problem.ts';

/** Maximum size of a definition file, in bytes. */
export const maximumFileBytes = 256 * 1024;

/**
 * Decodes a file for parsing, without a byte order mark and with LF line ends; editors add both without meaning.
 * @throws DefinitionError `too_large`, `not_utf8`
 */
export function textOfFile(file: string, content: Uint8Array | string): string {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  if (bytes.length > maximumFileBytes)
    throw refused(file, 'too_large', `the file is larger than ${maximumFileBytes / 1024} kB: shorten it`);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refused(file, 'not_utf8', 'the file is not UTF-8: save it as UTF-8');
  }
  return text.replaceAll('\r\n', '\n');
}

function refused(file: string, code: ProblemCode, message: string): DefinitionError {
  return new DefinitionError([{ code, message, file, line: 1, column: 1, path: [] }]);
}
