import { Composer, type Document, Lexer, LineCounter, type ParsedNode, Parser } from 'yaml';
import { DefinitionError } from '../problems/definition-error.ts';
import type { ProblemCode } from '../problems/problem.ts';
import { placeOf, type SourceText } from './source-document.ts';

/** Maximum nesting. The composer recurses, and 3,000 nested collections crash the process. */
const maximumDepth = 64;
/** Maximum number of tokens in a text, because errors and collections cost more than their length. */
const maximumTokens = 80_000;

/** Returns the tree of a YAML text, by the YAML 1.2 core schema. Accepts one document, without directives or tags of its own. */
export function composeYaml(source: SourceText): Document.Parsed<ParsedNode> {
  const composer = new Composer<ParsedNode>({ version: '1.2', schema: 'core', uniqueKeys: false });
  let document: Document.Parsed<ParsedNode> | undefined;
  for (const composed of composer.compose(boundedTokens(source), true, source.text.length)) {
    if (document)
      throw fault(
        source,
        'yaml_invalid',
        composed.range[0],
        'the file has a second YAML document: remove it',
      );
    document = composed as Document.Parsed<ParsedNode>;
  }
  if (!document) throw fault(source, 'yaml_invalid', 0, 'the file has no YAML document');
  const [error] = document.errors;
  if (error) {
    const { problems } = fault(source, 'yaml_invalid', error.pos[0], firstLine(error.message));
    // A colon within a text makes YAML read a map.
    const remedy = error.code === 'BLOCK_AS_IMPLICIT_KEY' ? { remedy: 'put the text in quotes' } : {};
    throw new DefinitionError([{ ...problems[0], ...remedy }]);
  }
  const [warning] = document.warnings;
  if (warning) throw fault(source, 'unsupported_value', warning.pos[0], firstLine(warning.message));
  if (document.directives.yaml.version !== '1.2')
    throw fault(source, 'yaml_invalid', 0, 'only YAML 1.2 is supported: remove the version');
  return document;
}

/** Yields the parser's tokens. The limits on number and nesting protect the composer. */
function* boundedTokens(source: SourceText) {
  const parser = new Parser(new LineCounter().addNewLine);
  let count = 0;
  for (const lexeme of new Lexer().lex(source.text)) {
    count += 1;
    if (count > maximumTokens)
      throw fault(
        source,
        'too_large',
        parser.offset,
        `the document has more than ${maximumTokens} tokens: shorten it`,
      );
    yield* parser.next(lexeme);
    // Each collection is on the stack once; the document, its scalar and a key may be there as well.
    if (parser.stack.length > maximumDepth + 4)
      throw fault(
        source,
        'too_deep',
        parser.offset,
        `collections are nested more than ${maximumDepth} levels deep`,
      );
  }
  yield* parser.end();
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? message;
}

export function fault(
  source: SourceText,
  code: ProblemCode,
  offset: number,
  message: string,
  path: (string | number)[] = [],
): DefinitionError {
  return new DefinitionError([{ code, message, file: source.file, ...placeOf(source, offset), path }]);
}
