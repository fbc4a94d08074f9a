import ts from 'typescript';

/** Objects whose use reaches a clock, a random source, the locale, a timer or the outside world. */
const forbiddenGlobals = new Set([
  'Intl',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'performance',
  'crypto',
  'process',
  'console',
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'localStorage',
  'require',
  'globalThis',
  'window',
  'self',
  'eval',
  'Function',
  'Temporal',
  'navigator',
  'Worker',
]);

/** Members whose result depends on the environment; `*` is any object. */
const forbiddenMembers: Record<string, readonly string[]> = {
  Date: ['now'],
  Math: ['random'],
  '*': [
    'toLocaleString',
    'toLocaleDateString',
    'toLocaleTimeString',
    'toLocaleLowerCase',
    'toLocaleUpperCase',
    'localeCompare',
    'getTimezoneOffset',
  ],
};

const pureModules =
  /^(\.{1,2}\/|#(ed25519-engine|sha256)$|@agent-home\/(protocol|modes|access)$|zod$|yaml$|jsonc-parser$|canonicalize$|@noble\/)/;

/** Returns, with its line, each use that makes a source file depend on more than its arguments. */
export function impurities(fileName: string, text: string): string[] {
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.ES2023, true);
  const found: string[] = [];
  const report = (node: ts.Node, what: string) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    found.push(`${fileName}:${line + 1} ${what}`);
  };
  const visit = (node: ts.Node): void => {
    const what = findImpurity(node);
    if (what !== undefined) report(node, what);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function findImpurity(node: ts.Node): string | undefined {
  if (isImport(node)) {
    const specifier = node.moduleSpecifier;
    if (specifier && ts.isStringLiteral(specifier) && !pureModules.test(specifier.text))
      return `imports ${specifier.text}`;
  }
  if (ts.isCallExpression(node)) {
    if (node.expression.kind === ts.SyntaxKind.ImportKeyword) return 'imports while it runs';
    if (ts.isIdentifier(node.expression) && node.expression.text === 'Date') return 'Date()';
  }
  if (ts.isNewExpression(node) && isNamed(node.expression, 'Date') && !node.arguments?.length)
    return 'new Date()';
  if (ts.isPropertyAccessExpression(node)) {
    const object = ts.isIdentifier(node.expression) ? node.expression.text : '';
    const member = node.name.text;
    if (forbiddenMembers[object]?.includes(member) || forbiddenMembers['*']?.includes(member))
      return `${object}.${member}`;
  }
  if (
    ts.isElementAccessExpression(node) &&
    (isNamed(node.expression, 'Date') || isNamed(node.expression, 'Math'))
  ) {
    return `${node.expression.getText()}[…]`;
  }
  return ts.isIdentifier(node) && forbiddenGlobals.has(node.text) && isReference(node) && !isSegmenter(node)
    ? node.text
    : undefined;
}

/** True for `new Intl.Segmenter('…')`: with a locale it names, segmenting depends on the text alone. */
function isSegmenter({ text, parent }: ts.Identifier): boolean {
  if (text !== 'Intl' || !ts.isPropertyAccessExpression(parent) || parent.name.text !== 'Segmenter')
    return false;
  const [locale] = ts.isNewExpression(parent.parent) ? (parent.parent.arguments ?? []) : [];
  return locale !== undefined && ts.isStringLiteral(locale);
}

function isImport(node: ts.Node): node is ts.ImportDeclaration | ts.ExportDeclaration {
  return ts.isImportDeclaration(node) || ts.isExportDeclaration(node);
}

function isNamed(node: ts.Node, name: string): boolean {
  return ts.isIdentifier(node) && node.text === name;
}

/** Returns true if an identifier refers to a value, and is not the name of a member, a field or a type. */
function isReference(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent) || ts.isMethodSignature(parent))
    return parent.name !== node;
  return !ts.isTypeReferenceNode(parent);
}
