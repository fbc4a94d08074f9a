import ts from 'typescript';

/** A text for users, developers or models, with the code that callers branch on. */
export interface Message {
  code: string;
  text: string;
  /** `path:line` of the source. */
  place: string;
}

/** Texts that a source refers to by name, by the name of the member. */
export type NamedTexts = Readonly<Record<string, string>>;

const placeholder = '…';

/** Texts of the constants of a file, each with the offset of its declaration. */
interface Constants {
  find(name: string, before: number): string[];
}

function collectConstants(file: ts.SourceFile, named: NamedTexts): Constants {
  const found: { name: string; at: number; texts: string[] }[] = [];
  const none: Constants = { find: () => [] };
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
      const texts = toTexts(node.initializer, { named, constants: none });
      if (texts.length > 0) found.push({ name: node.name.text, at: node.pos, texts });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return {
    find: (name, before) => found.findLast((one) => one.name === name && one.at < before)?.texts ?? [],
  };
}

interface Known {
  named: NamedTexts;
  constants: Constants;
}

/** Returns the prose of an expression, with placeholders for its values; several for alternatives, none for a name. */
function toTexts(node: ts.Expression, known: Known): string[] {
  const { named, constants } = known;
  if (ts.isParenthesizedExpression(node)) return toTexts(node.expression, known);
  if (ts.isConditionalExpression(node))
    return [...toTexts(node.whenTrue, known), ...toTexts(node.whenFalse, known)];
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node))
    return [node.head.text + node.templateSpans.map(({ literal }) => placeholder + literal.text).join('')];
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left = placeholder] = toTexts(node.left, known);
    const [right = placeholder] = toTexts(node.right, known);
    return [left + right];
  }
  if (ts.isIdentifier(node)) return constants.find(node.text, node.pos);
  const member = ts.isCallExpression(node) ? node.expression : node;
  if (!ts.isPropertyAccessExpression(member) || !Object.hasOwn(named, member.name.text)) return [];
  return [named[member.name.text] ?? ''];
}

/** Returns the codes of an expression: a literal, or the literals of a conditional. */
function collectCodes(node: ts.Expression, codes: ReadonlySet<string>): string[] {
  if (ts.isConditionalExpression(node))
    return [...collectCodes(node.whenTrue, codes), ...collectCodes(node.whenFalse, codes)];
  return ts.isStringLiteralLike(node) && codes.has(node.text) ? [node.text] : [];
}

const isProse = (text: string) => /\p{L}\P{Z}*\s+\P{Z}/u.test(text);

interface Pairs {
  codes: string[];
  texts: string[];
}

/** Returns a code and a text next to each other: arguments, members of a list, or the members `code` and `message`. */
function pairsIn(node: ts.Node, codes: ReadonlySet<string>, known: Known): Pairs | undefined {
  const given =
    ts.isCallExpression(node) || ts.isNewExpression(node)
      ? [...(node.arguments ?? [])]
      : ts.isArrayLiteralExpression(node)
        ? [...node.elements]
        : ts.isObjectLiteralExpression(node)
          ? node.properties.flatMap((one) => {
              if (!one.name || !['code', 'message', 'says'].includes(one.name.getText())) return [];
              if (ts.isShorthandPropertyAssignment(one)) return [one.name];
              return ts.isPropertyAssignment(one) ? [one.initializer] : [];
            })
          : [];
  const found = given.flatMap((one) => collectCodes(one, codes));
  const texts = given.flatMap((one) => toTexts(one, known)).filter(isProse);
  return found.length === 0 || texts.length === 0 ? undefined : { codes: found, texts };
}

/** Returns a row of a table: the code is the name of a member, its value a text or an object with texts. */
function rowIn(node: ts.Node, codes: ReadonlySet<string>, known: Known): Pairs | undefined {
  if (!ts.isPropertyAssignment(node)) return undefined;
  const isName = ts.isIdentifier(node.name) || ts.isStringLiteral(node.name);
  if (!isName || !codes.has(node.name.text)) return undefined;
  const { initializer } = node;
  const values = ts.isObjectLiteralExpression(initializer)
    ? initializer.properties.flatMap((one) => (ts.isPropertyAssignment(one) ? [one.initializer] : []))
    : [initializer];
  const texts = values.flatMap((value) => toTexts(value, known)).filter(isProse);
  return texts.length === 0 ? undefined : { codes: [node.name.text], texts };
}

/** Returns the messages of one TypeScript source that belong to any of the codes. */
export function collectMessages(
  path: string,
  source: string,
  { codes, named }: { codes: ReadonlySet<string>; named: NamedTexts },
): Message[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const messages: Message[] = [];
  const known = { named, constants: collectConstants(file, named) };
  const visit = (node: ts.Node): void => {
    const pairs = pairsIn(node, codes, known) ?? rowIn(node, codes, known);
    if (pairs) {
      const place = `${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
      for (const code of pairs.codes) for (const text of pairs.texts) messages.push({ code, text, place });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return messages;
}

/** Returns the literals of a union type, of a list or the names of a table that is declared under a name. */
export function codesDeclaredAs(name: string, path: string, source: string): string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const codes = new Set<string>();
  const add = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) codes.add(node.text);
    else if (ts.isPropertyAssignment(node)) codes.add(node.name.getText().replaceAll("'", ''));
    else ts.forEachChild(node, add);
  };
  const visit = (node: ts.Node): void => {
    const isDeclared = ts.isTypeAliasDeclaration(node) || ts.isVariableDeclaration(node);
    if (isDeclared && node.name.getText() === name) ts.forEachChild(node, add);
    else if (ts.isClassDeclaration(node) && node.name?.text === name)
      for (const member of node.members)
        if (ts.isPropertyDeclaration(member) && member.name.getText() === 'code')
          ts.forEachChild(member, add);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...codes];
}
