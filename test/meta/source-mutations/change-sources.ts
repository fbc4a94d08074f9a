import ts from 'typescript';
import { type Change, describePlace, type Edit, type SymbolPlace } from './changes.ts';
import { type Found, findCode, findText, isListed } from './find-code.ts';
import { findSymbol } from './find-symbol.ts';
import { MutationError } from './mutation-error.ts';

/** Sources to change, by path from the root of the repository. */
export interface Sources {
  /** Files of a workspace that may contain a symbol, without tests. */
  collectFiles(workspace: string): readonly string[];
  read(file: string): string | undefined;
}

interface Splice {
  start: number;
  end: number;
  text: string;
}

/**
 * Returns the changed text of each file that the changes name. Every edit refers to the source as it is.
 * @throws MutationError
 */
export function changeSources(sources: Sources, changes: readonly Change[]): Map<string, string> {
  const splices = new Map<string, Splice[]>();
  for (const change of changes) {
    const { file, scope } = findPlace(sources, change);
    const found = change.edits.flatMap((edit) => getSplice(scope, edit, describePlace(change.place)));
    splices.set(file, [...(splices.get(file) ?? []), ...found]);
  }
  return new Map([...splices].map(([file, list]) => [file, spliced(file, sources.read(file) ?? '', list)]));
}

function findPlace(sources: Sources, { place }: Change): { file: string; scope: ts.Node } {
  if ('file' in place) {
    const text = sources.read(place.file);
    if (text === undefined)
      throw new MutationError('file_missing', `no file ${place.file}: name the file that replaced it`);
    return { file: place.file, scope: parse(place.file, text) };
  }
  const found = sources.collectFiles(place.workspace).flatMap((file) => symbolsIn(sources, file, place));
  const [first, second] = found;
  if (!first)
    throw new MutationError(
      'symbol_missing',
      `no ${describePlace(place)}: it was renamed or removed; name the symbol that holds the rule now`,
    );
  if (second)
    throw new MutationError(
      'symbol_ambiguous',
      `${describePlace(place)} is declared in ${found.map(({ file }) => file).join(', ')}: add \`beside\` with another top-level symbol of the right file`,
    );
  return first;
}

function symbolsIn(sources: Sources, file: string, { symbol, beside }: SymbolPlace) {
  const text = sources.read(file) ?? '';
  const names = [...symbol.split('.'), ...(beside === undefined ? [] : [beside])];
  if (!names.every((name) => text.includes(name))) return [];
  const parsed = parse(file, text);
  if (beside !== undefined && findSymbol(parsed, beside).length === 0) return [];
  return findSymbol(parsed, symbol).map((scope) => ({ file, scope }));
}

function parse(file: string, text: string): ts.SourceFile {
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
}

function getSplice(symbol: ts.Node, edit: Edit, place: string): Splice[] {
  const scope =
    edit.within === undefined ? symbol : only(findCode(symbol, edit.within), edit.within, place).node;
  if (edit.type === 'addImport') return [importSplice(scope.getSourceFile(), edit)];
  if (edit.type === 'replaceText') {
    const { start, end } = only(findText(scope, edit.text), edit.text, `a string or template of ${place}`);
    return [{ start, end, text: edit.by }];
  }
  const found = only(findCode(scope, edit.code), edit.code, place);
  switch (edit.type) {
    case 'replace':
      return [{ start: found.start, end: found.end, text: edit.by }];
    case 'remove':
      return [{ ...removedRange(found), text: '' }];
    case 'insertBefore':
      return [{ start: found.start, end: found.start, text: `${edit.inserted}${separator(found)}` }];
    case 'insertAfter':
      return [{ start: found.end, end: found.end, text: `${separator(found)}${edit.inserted}` }];
  }
}

function only<Match>(found: readonly Match[], code: string, place: string): Match {
  const [first, second] = found;
  if (first === undefined)
    throw new MutationError(
      'code_missing',
      `${place} has no \`${code}\`: the code has changed; write the edit for the code as it is`,
    );
  if (second !== undefined)
    throw new MutationError(
      'code_ambiguous',
      `${place} has \`${code}\` ${found.length} times: name more of the code around the one that is meant`,
    );
  return first;
}

function separator({ node }: Found): string {
  return isListed(node) ? ',\n' : '\n';
}

/** Returns the range of a node with its comma, and with its whole lines if it fills them. */
function removedRange({ node, start, end }: Found): { start: number; end: number } {
  const { text } = node.getSourceFile();
  const comma = isListed(node) ? (/^\s*,/.exec(text.slice(end))?.[0].length ?? 0) : 0;
  const indent = /(?:^|\n)([ \t]*)$/.exec(text.slice(0, start))?.[1];
  const lineEnd = /^[ \t]*\n/.exec(text.slice(end + comma))?.[0].length;
  if (indent === undefined || lineEnd === undefined) return { start, end: end + comma };
  return { start: start - indent.length, end: end + comma + lineEnd };
}

/** Adds a named import to the declaration that imports values from the module, or adds a new declaration. */
function importSplice(file: ts.SourceFile, { name, from }: { name: string; from: string }): Splice {
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const bindings = statement.importClause?.namedBindings;
    if (statement.moduleSpecifier.text !== from || !bindings || !ts.isNamedImports(bindings)) continue;
    if (bindings.elements.some((element) => element.name.text === name))
      throw new MutationError(
        'nothing_changed',
        `${file.fileName} imports ${name} already: leave out addImport`,
      );
    const next = bindings.elements.find((element) => element.name.text > name);
    const last = bindings.elements.at(-1);
    if (next) return { start: next.getStart(), end: next.getStart(), text: `${name}, ` };
    if (last) return { start: last.getEnd(), end: last.getEnd(), text: `, ${name}` };
  }
  return { start: 0, end: 0, text: `import { ${name} } from '${from}';\n` };
}

/** Applies the splices from the end of the text to its beginning, so that positions stay right. */
function spliced(file: string, source: string, splices: readonly Splice[]): string {
  const ordered = splices
    .map((splice, index) => ({ ...splice, index }))
    .sort((one, other) => other.start - one.start || other.index - one.index);
  let text = source;
  let limit = source.length;
  for (const splice of ordered) {
    if (splice.end > limit)
      throw new MutationError(
        'edits_overlap',
        `two edits change the same code of ${file}: make them one edit`,
      );
    text = text.slice(0, splice.start) + splice.text + text.slice(splice.end);
    limit = splice.start;
  }
  if (text === source)
    throw new MutationError('nothing_changed', `${file} stays as it is: the edits change nothing`);
  return text;
}
