import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

/** An exported name with its declaration as TypeScript publishes it. */
export interface ExportedName {
  name: string;
  /** Declarations without bodies and comments: several for overloads, and for a value and a type of one name. */
  text: string;
  isDocumented: boolean;
  /** Package that declares the name, by the folder below `packages/` or `node_modules/`. */
  origin: string;
}

/** Reads exported names of modules from their sources. One instance compiles all of them once. */
export class ExportReader {
  readonly #repository: string;
  readonly #program: ts.Program;
  readonly #checker: ts.TypeChecker;
  readonly #printer = ts.createPrinter({ removeComments: true });
  readonly #declared = new Map<string, ts.SourceFile>();

  constructor(repository: string, files: readonly string[]) {
    this.#repository = repository;
    this.#program = ts.createProgram(files, compilerOptions(repository));
    this.#checker = this.#program.getTypeChecker();
  }

  /** Returns the exported names of a module, in alphabetical order. */
  collectExports(file: string): ExportedName[] {
    const source = this.#program.getSourceFile(file);
    const module = source && this.#checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Error(`${file} is no module`);
    return this.#checker
      .getExportsOfModule(module)
      .map((symbol) => this.#describe(symbol))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  }

  #describe(exported: ts.Symbol): ExportedName {
    const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
    const symbol = isAlias ? this.#checker.getAliasedSymbol(exported) : exported;
    const files = [...new Set((symbol.declarations ?? []).map((node) => node.getSourceFile()))];
    const path = relative(this.#repository, files[0]?.fileName ?? '');
    const texts = files.flatMap((file) => this.#declarations(file, symbol.name));
    return {
      name: exported.name,
      text: texts.join('\n'),
      isDocumented: symbol.getDocumentationComment(this.#checker).length > 0,
      origin: /^(?:packages|node_modules)\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? '',
    };
  }

  #declarations(source: ts.SourceFile, name: string): string[] {
    const declared = this.#declarationFile(source);
    return declared.statements
      .filter((statement) => declaresName(statement, name))
      .map((statement) => this.#print(statement, declared));
  }

  /** Private members are not part of the interface, and their types follow each change of the implementation. */
  #print(statement: ts.Statement, file: ts.SourceFile): string {
    const shown = ts.isClassDeclaration(statement) ? withoutPrivateMembers(statement) : statement;
    return this.#printer.printNode(ts.EmitHint.Unspecified, shown, file).replace(/^export (declare )?/, '');
  }

  /** The declarations that TypeScript emits for a source file. */
  #declarationFile(source: ts.SourceFile): ts.SourceFile {
    const known = this.#declared.get(source.fileName);
    if (known !== undefined) return known;
    let text = source.isDeclarationFile ? source.text : '';
    if (!source.isDeclarationFile)
      this.#program.emit(
        source,
        (_, emitted) => {
          text = emitted;
        },
        undefined,
        true,
      );
    const declared = ts.createSourceFile(source.fileName, text, ts.ScriptTarget.Latest);
    this.#declared.set(source.fileName, declared);
    return declared;
  }
}

function compilerOptions(repository: string): ts.CompilerOptions {
  const path = join(repository, 'tsconfig.json');
  const { config } = ts.readConfigFile(path, ts.sys.readFile) as { config: unknown };
  const host = { ...ts.sys, readDirectory: () => [] };
  const { options } = ts.parseJsonConfigFileContent(config, host, dirname(path));
  return { ...options, noEmit: false, declaration: true, emitDeclarationOnly: true, stripInternal: true };
}

function declaresName(statement: ts.Statement, name: string): boolean {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.some(
      (one) => ts.isIdentifier(one.name) && one.name.text === name,
    );
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isEnumDeclaration(statement);
  return isNamed && statement.name?.text === name;
}

function withoutPrivateMembers(statement: ts.ClassDeclaration): ts.ClassDeclaration {
  const members = statement.members.filter((member) => {
    const isHash = member.name !== undefined && ts.isPrivateIdentifier(member.name);
    const modifiers = ts.canHaveModifiers(member) ? ts.getModifiers(member) : undefined;
    return !isHash && !modifiers?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword);
  });
  const { modifiers, name, typeParameters, heritageClauses } = statement;
  return ts.factory.updateClassDeclaration(
    statement,
    modifiers,
    name,
    typeParameters,
    heritageClauses,
    members,
  );
}
