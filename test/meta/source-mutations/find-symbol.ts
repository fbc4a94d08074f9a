import ts from 'typescript';

/**
 * Returns the declarations of a symbol in a file: a top-level declaration or a member of one, `Cache.#load`. Overload signatures do
 * not count, because they have no code.
 */
export function findSymbol(file: ts.SourceFile, symbol: string): ts.Node[] {
  const [name = '', ...members] = symbol.split('.');
  const declarations = file.statements.flatMap((statement) => topLevel(statement, name));
  return members.reduce(
    (owners, member) =>
      owners.flatMap((owner) => collectMembers(owner).filter((one) => getName(one) === member)),
    declarations,
  );
}

function topLevel(statement: ts.Statement, name: string): ts.Node[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.some((one) => one.name.getText() === name)
      ? [statement]
      : [];
  if (ts.isFunctionDeclaration(statement) && statement.body === undefined) return [];
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isEnumDeclaration(statement);
  return isNamed && statement.name?.text === name ? [statement] : [];
}

function collectMembers(owner: ts.Node): readonly ts.Node[] {
  if (ts.isClassDeclaration(owner) || ts.isInterfaceDeclaration(owner)) return owner.members;
  const objects: ts.ObjectLiteralExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) objects.push(node);
    else if (!ts.isFunctionLike(node)) node.forEachChild(visit);
  };
  owner.forEachChild(visit);
  return objects.flatMap((object) => [...object.properties]);
}

function getName(member: ts.Node): string | undefined {
  if (ts.isConstructorDeclaration(member)) return 'constructor';
  const { name } = member as ts.Node & { name?: ts.Node };
  if (name === undefined) return undefined;
  return ts.isStringLiteral(name) ? name.text : name.getText();
}
