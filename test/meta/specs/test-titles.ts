import ts from 'typescript';

/** Modifiers under which a test still runs. A skipped test proves nothing. */
const running = new Set(['concurrent', 'sequential', 'only']);
const skipping = new Set(['skip', 'todo', 'skipIf', 'runIf']);

/** Tests of a source file, and the modules that it imports or re-exports. */
export interface SourceTests {
  titles: string[];
  /** Specifiers as written; imports of types are left out. */
  imports: string[];
}

export function readTests(text: string): SourceTests {
  const source = ts.createSourceFile('test.ts', text, ts.ScriptTarget.ES2023);
  return { titles: collectTitles(source), imports: collectImports(source) };
}

/**
 * Returns the exact titles of the tests in a source: `test('…')` and `it('…')` of vitest. Titles that are computed at run
 * time and calls of other functions with such a name do not count.
 */
export function titlesIn(text: string): string[] {
  return readTests(text).titles;
}

function collectTitles(source: ts.SourceFile): string[] {
  const makesTests = fromVitest(source);
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isSkipped(node.expression)) return;
    if (ts.isCallExpression(node) && isTest(node.expression, makesTests)) {
      const [title] = node.arguments;
      if (title && ts.isStringLiteralLike(title)) titles.push(title.text);
    }
    ts.forEachChild(node, visit);
  };
  if (makesTests.size > 0) visit(source);
  return titles;
}

function collectImports(source: ts.SourceFile): string[] {
  return source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const isType = ts.isImportDeclaration(statement)
      ? statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
      : statement.isTypeOnly;
    const from = statement.moduleSpecifier;
    return !isType && from && ts.isStringLiteral(from) ? [from.text] : [];
  });
}

/** Returns the names under which this file imports vitest's `it` and `test`. */
function fromVitest(source: ts.SourceFile): ReadonlySet<string> {
  const names = source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
    const bindings = statement.importClause?.namedBindings;
    if (statement.moduleSpecifier.text !== 'vitest' || !bindings || !ts.isNamedImports(bindings)) return [];
    return bindings.elements.flatMap(({ name, propertyName }) =>
      ['it', 'test'].includes((propertyName ?? name).text) ? [name.text] : [],
    );
  });
  return new Set(names);
}

function isTest(callee: ts.Expression, makesTests: ReadonlySet<string>): boolean {
  if (ts.isIdentifier(callee)) return makesTests.has(callee.text);
  return (
    ts.isPropertyAccessExpression(callee) &&
    running.has(callee.name.text) &&
    isTest(callee.expression, makesTests)
  );
}

/** `describe.skip(…)` hides its content, `describe.skipIf(…)(…)` may do so. */
function isSkipped(callee: ts.Expression): boolean {
  if (ts.isCallExpression(callee)) return isSkipped(callee.expression);
  return (
    ts.isPropertyAccessExpression(callee) && (skipping.has(callee.name.text) || isSkipped(callee.expression))
  );
}
