/**
 * One edit of source code. `code` is the code of exactly one syntax node: white space, comments and trailing commas do
 * not count, and `…` stands for any balanced code.
 */
export type Edit = {
  /** Code of the one syntax node to search in, if the edit's own code is not unique in the symbol. */
  within?: string;
} & (
  | { type: 'replace'; code: string; by: string }
  | { type: 'remove'; code: string }
  | { type: 'insertBefore'; code: string; inserted: string }
  | { type: 'insertAfter'; code: string; inserted: string }
  /** `text` is part of exactly one string or template, as it is written in the source. White space does not count. */
  | { type: 'replaceText'; text: string; by: string }
  | { type: 'addImport'; name: string; from: string }
);

/** A top-level declaration or one of its members: `decideGrant`, `CardCache.#load`. */
export interface SymbolPlace {
  /** Folder of a workspace: `packages/access`. */
  workspace: string;
  symbol: string;
  /** Another top-level symbol of the same file, for a name that several files of the workspace declare. */
  beside?: string;
}

/** File that others read by its path, for example a published example. */
export interface FilePlace {
  file: string;
}

export type Place = SymbolPlace | FilePlace;

export interface Change {
  place: Place;
  edits: readonly Edit[];
}

/** A bug to plant, for a test or a check that has to find it. */
export interface Mutation {
  name: string;
  /** Several changes if a second guard catches one alone. */
  changes: readonly Change[];
  /** Reason why the bug must be found. */
  harm: string;
}

export const replace = (code: string, by: string): Edit => ({ type: 'replace', code, by });
export const remove = (code: string): Edit => ({ type: 'remove', code });
export const insertBefore = (code: string, inserted: string): Edit => ({
  type: 'insertBefore',
  code,
  inserted,
});
export const insertAfter = (code: string, inserted: string): Edit => ({
  type: 'insertAfter',
  code,
  inserted,
});
export const replaceText = (text: string, by: string): Edit => ({ type: 'replaceText', text, by });
export const within = (code: string, edit: Edit): Edit => ({ ...edit, within: code });
export const addImport = (name: string, from: string): Edit => ({ type: 'addImport', name, from });

/** Names a change in a workspace: `changesIn('packages/access')('decideGrant', remove('…'))`. */
export const changesIn =
  (workspace: string) =>
  (symbol: string | Omit<SymbolPlace, 'workspace'>, ...edits: Edit[]): Change => ({
    place: typeof symbol === 'string' ? { workspace, symbol } : { workspace, ...symbol },
    edits,
  });

export const changeFile = (file: string, ...edits: Edit[]): Change => ({ place: { file }, edits });

export function describePlace(place: Place): string {
  return 'file' in place ? place.file : `${place.symbol} of ${place.workspace}`;
}
