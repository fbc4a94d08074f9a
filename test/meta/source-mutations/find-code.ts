import ts from 'typescript';
import { matchesPattern, type Token, tokensOf } from './tokens.ts';

export interface Found {
  node: ts.Node;
  start: number;
  end: number;
}

/** Returns the syntax nodes below and including `scope` whose code is `code`; of several with the same extent the outermost. */
export function findCode(scope: ts.Node, code: string): Found[] {
  const pattern = tokensOf(code).map(({ text }) => text);
  const tokens = tokensWithin(scope);
  const found = new Map<string, Found>();
  const visit = (node: ts.Node): void => {
    const [start, end] = [node.getStart(), node.getEnd()];
    const key = `${start} ${end}`;
    if (!found.has(key)) {
      const own = tokens.filter((token) => token.start >= start && token.end <= end);
      if (
        matchesPattern(
          pattern,
          own.map(({ text }) => text),
        )
      )
        found.set(key, { node, start, end });
    }
    node.forEachChild(visit);
  };
  visit(scope);
  return [...found.values()];
}

const codeFile = /\.(tsx?|json)$/;

/** Returns the extents of `text` within the strings and templates below `scope`; in a file without code, anywhere. */
export function findText(scope: ts.Node, text: string): { start: number; end: number }[] {
  const source = scope.getSourceFile().text;
  const words = text.split(/\s+/).map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const extents = codeFile.test(scope.getSourceFile().fileName)
    ? tokensWithin(scope).filter(({ isText }) => isText)
    : [{ start: 0, end: source.length }];
  return extents.flatMap(({ start, end }) =>
    [...source.slice(start, end).matchAll(new RegExp(words.join('\\s+'), 'g'))].map((match) => ({
      start: start + match.index,
      end: start + match.index + match[0].length,
    })),
  );
}

const tokensOfFile = new WeakMap<ts.SourceFile, Token[]>();

function tokensWithin(scope: ts.Node): Token[] {
  const file = scope.getSourceFile();
  const tokens = tokensOfFile.get(file) ?? tokensOf(file.text);
  tokensOfFile.set(file, tokens);
  const [start, end] = [scope.getStart(), scope.getEnd()];
  return tokens.filter((token) => token.start >= start && token.end <= end);
}

/** True for a node in a comma-separated list: an element, a member, an argument or a parameter. */
export function isListed(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isArrayLiteralExpression(parent)) return true;
  if (ts.isObjectLiteralExpression(parent)) return true;
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent))
    return parent.arguments?.some((argument) => argument === node) ?? false;
  return ts.isFunctionLike(parent) && parent.parameters.some((parameter) => parameter === node);
}
