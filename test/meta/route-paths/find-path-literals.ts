import ts from 'typescript';

/** First segments of third-party `/v1/…` APIs: OTLP, OpenAI and Anthropic. */
const foreign: ReadonlySet<string> = new Set(['traces', 'chat', 'messages', 'embeddings', 'models']);

export interface PathLiteral {
  line: number;
  text: string;
}

/** Returns the string literals and parts of templates that hold a path of the API. Comments are free to name one. */
export function findPathLiterals(file: string, text: string): PathLiteral[] {
  if (!/\/(v1|a2a)\//.test(text)) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: PathLiteral[] = [];
  const visit = (node: ts.Node): void => {
    const literal = node === source ? undefined : toText(node);
    if (literal !== undefined && holdsPath(literal)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push({ line: line + 1, text: literal });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function toText(node: ts.Node): string | undefined {
  if (ts.isImportDeclaration(node.parent) || ts.isExportDeclaration(node.parent)) return undefined;
  const isText =
    ts.isStringLiteralLike(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddleOrTemplateTail(node) ||
    ts.isJsxText(node);
  return isText ? node.text : undefined;
}

function holdsPath(text: string): boolean {
  return [...text.matchAll(/\/(v1|a2a)\/([\w-]*)/g)].some(([, root, segment = '']) =>
    root === 'a2a' ? true : !foreign.has(segment),
  );
}
