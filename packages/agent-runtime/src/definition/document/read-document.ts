import { JsonError, type JsonErrorCode, parseStrictJson } from '@agent-home/protocol';
import { DefinitionError } from '../problems/definition-error.ts';
import type { ProblemCode } from '../problems/problem.ts';
import { readYaml } from './read-yaml.ts';
import { placeOf, type SourceDocument, type SourceText } from './source-document.ts';
import { textOfFile } from './source-file.ts';

/**
 * Reads a file with one document: JSON by the end of its name, else YAML.
 * @throws DefinitionError
 */
export function readDocument(file: string, content: Uint8Array | string): SourceDocument {
  const source: SourceText = { file, text: textOfFile(file, content), firstLine: 1 };
  return file.endsWith('.json') ? readJson(source) : readYaml(source);
}

const codes: Record<JsonErrorCode, ProblemCode> = {
  too_large: 'too_large',
  invalid_utf8: 'not_utf8',
  syntax: 'json_invalid',
  duplicate_key: 'duplicate_key',
  too_deep: 'too_deep',
  unsafe_number: 'unsafe_number',
  lone_surrogate: 'unsupported_value',
  forbidden_key: 'forbidden_key',
  not_json: 'unsupported_value',
};

/** Parses JSON as YAML to get positions; YAML that is not JSON is rejected first. */
function readJson(source: SourceText): SourceDocument {
  try {
    parseStrictJson(new TextEncoder().encode(source.text));
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const place = placeOf(source, Math.min(error.position ?? 0, source.text.length));
    const message = `not valid JSON: ${error.message}`;
    throw new DefinitionError([{ code: codes[error.code], message, file: source.file, ...place, path: [] }]);
  }
  // YAML rejects a tab between members, which JSON allows. JSON strings cannot contain a raw tab, so replacing it is safe.
  return readYaml({ ...source, text: source.text.replaceAll('\t', ' ') });
}
