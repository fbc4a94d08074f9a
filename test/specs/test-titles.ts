import ts from 'typescript';

/** Modifiers under which a test still runs. A skipped test proves nothing. */
const running = new Set(['concurrent', 'sequential', 'only']);
const skipping = new Set(['skip', 'todo', 'skipIf', 'runIf']);

/** The exact titles of the tests in a source file: `test('…')` and `it('…')`, not those made up at run time. */
export function titlesIn(text: string): string[] {
  const source = ts.createSourceFile('test.ts', text, ts.ScriptTarget.ES2023);
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isSkipped(node.expression)) return;
    if (ts.isCallExpression(node) && isTest(node.expression)) {
      const [title] = node.arguments;
      if (title && ts.isStringLiteralLike(title)) titles.push(title.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return titles;
}

function isTest(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return callee.text === 'test' || callee.text === 'it';
  return ts.isPropertyAccessExpression(callee) && running.has(callee.name.text) && isTest(callee.expression);
}

/** `describe.skip(…)` hides what is in it, `describe.skipIf(…)(…)` may. */
function isSkipped(callee: ts.Expression): boolean {
  if (ts.isCallExpression(callee)) return isSkipped(callee.expression);
  return (
    ts.isPropertyAccessExpression(callee) && (skipping.has(callee.name.text) || isSkipped(callee.expression))
  );
}
