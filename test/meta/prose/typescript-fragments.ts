import ts from 'typescript';
import { commentFragments, type Span } from './comment-fragments.ts';
import { type Fragment, type FragmentKind, maskAsCode, maskAsSpace, maskCode } from './fragment.ts';

const titleCallers = new Set(['test', 'it', 'describe']);
const helpMethods = new Set(['description', 'summary']);
const optionMethods = new Set(['option', 'requiredOption', 'argument']);
const errorNames = /(Error|Failure|Exception)$|^Invalid/;

function scriptKind(file: string): ts.ScriptKind {
  if (file.endsWith('.tsx')) return ts.ScriptKind.TSX;
  return file.endsWith('.ts') ? ts.ScriptKind.TS : ts.ScriptKind.JS;
}

function isLiteral(node: ts.Node): boolean {
  return (
    ts.isStringLiteralLike(node) ||
    ts.isRegularExpressionLiteral(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddleOrTemplateTail(node) ||
    ts.isJsxText(node)
  );
}

/** Returns the name of the called function below `.each(…)`, `.skip`, `.runIf(…)` and the like. */
function getCaller(node: ts.Expression): string | undefined {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isPropertyAccessExpression(node) || ts.isCallExpression(node) || ts.isTaggedTemplateExpression(node))
    return getCaller(ts.isTaggedTemplateExpression(node) ? node.tag : node.expression);
  return undefined;
}

/** Masks everything in an expression except the contents of its literals; template placeholders count as words. */
function maskLiterals(node: ts.Expression, file: ts.SourceFile): string | undefined {
  const raw = node.getText(file);
  if (ts.isStringLiteralLike(node)) return ` ${raw.slice(1, -1)} `;
  if (ts.isTemplateExpression(node)) {
    const start = node.getStart(file);
    let text = raw;
    for (const { expression, literal } of node.templateSpans) {
      const from = expression.pos - start - 2;
      const to = literal.getStart(file) - start + 1;
      text = text.slice(0, from) + maskAsCode(text.slice(from, to)) + text.slice(to);
    }
    return ` ${text.slice(1, -1)} `;
  }
  if (ts.isParenthesizedExpression(node)) {
    const inner = maskLiterals(node.expression, file);
    return inner && maskAsSpace(raw.slice(0, node.expression.getStart(file) - node.getStart(file))) + inner;
  }
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  const left = maskLiterals(node.left, file);
  const right = maskLiterals(node.right, file);
  if (left === undefined && right === undefined) return undefined;
  const [leftText, rightText] = [
    left ?? maskAsCode(node.left.getText(file)),
    right ?? maskAsCode(node.right.getText(file)),
  ];
  const between = node.right.getStart(file) - node.getStart(file) - leftText.length;
  return leftText + ' '.repeat(Math.max(0, between)) + rightText;
}

/** True for prose: a code, a path or a name has no space between words. */
function isProse(text: string): boolean {
  return /\p{L}[\p{L}\p{P}]*\s+[\p{L}\p{P}·]/u.test(text);
}

function toFragment(kind: FragmentKind, node: ts.Expression, file: ts.SourceFile): Fragment[] {
  if (ts.isConditionalExpression(node))
    return [node.whenTrue, node.whenFalse].flatMap((branch) => toFragment(kind, branch, file));
  const text = maskLiterals(node, file);
  if (text === undefined || (kind === 'error' && !isProse(text))) return [];
  return [{ kind, start: node.getStart(file), text: maskCode(text) }];
}

interface Context {
  file: ts.SourceFile;
  hasTitles: boolean;
  hasCommands: boolean;
}

function argumentFragments(node: ts.CallExpression | ts.NewExpression, context: Context): Fragment[] {
  const { file, hasTitles, hasCommands } = context;
  const [first, second] = node.arguments ?? [];
  const name = getCaller(node.expression) ?? '';
  if (ts.isNewExpression(node)) {
    const className = ts.isIdentifier(node.expression) ? node.expression.text : '';
    if (hasCommands && /^(Option|Argument)$/.test(className))
      return second ? toFragment('option', second, file) : [];
    if (!errorNames.test(className)) return [];
    return (node.arguments ?? []).flatMap((argument) => toFragment('error', argument, file));
  }
  if (node.expression.kind === ts.SyntaxKind.SuperKeyword)
    return (node.arguments ?? []).flatMap((argument) => toFragment('error', argument, file));
  if (hasTitles && titleCallers.has(name) && first && second) return toFragment('title', first, file);
  if (!hasCommands || !ts.isPropertyAccessExpression(node.expression)) return [];
  const method = node.expression.name.text;
  if (helpMethods.has(method)) return first ? toFragment('help', first, file) : [];
  return optionMethods.has(method) && second ? toFragment('option', second, file) : [];
}

/** Returns comments, test titles, help and error texts of a TypeScript or JavaScript source. */
export function typescriptFragments(path: string, source: string): Fragment[] {
  const file = ts.createSourceFile(
    path,
    source,
    { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone },
    false,
    scriptKind(path),
  );
  const literals: Span[] = [];
  const fragments: Fragment[] = [];
  const context = {
    file,
    hasTitles: /\.test\.tsx?$/.test(path),
    hasCommands: source.includes("'commander'"),
  };
  const isCommand = /\.command\.ts$/.test(path);
  const visit = (node: ts.Node, depth = 0): void => {
    if (isLiteral(node))
      literals.push({
        start: node.kind === ts.SyntaxKind.JsxText ? node.pos : node.getStart(file),
        end: node.end,
      });
    if (ts.isCallExpression(node) || ts.isNewExpression(node))
      fragments.push(...argumentFragments(node, context));
    // A command and its options are objects with a summary each.
    if (isCommand && ts.isPropertyAssignment(node) && node.name.getText(file) === 'summary')
      fragments.push(...toFragment(depth === 1 ? 'help' : 'option', node.initializer, file));
    const inner = ts.isObjectLiteralExpression(node) ? depth + 1 : depth;
    ts.forEachChild(node, (child) => visit(child, inner));
  };
  visit(file);
  const bySource = literals.sort((one, other) => one.start - other.start);
  return [...commentFragments(source, bySource, { line: '//', hasBlocks: true }), ...fragments];
}
