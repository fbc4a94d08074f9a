/** A file under `packages/*` or `apps/*` that differs from the base. */
export interface ChangedFile {
  path: string;
  /** Absent: the file was added. */
  before?: string;
  /** Absent: the file was deleted. */
  after?: string;
}

/**
 * Returns the folder of the package whose users a change of this file can affect; undefined for tests and for files outside of
 * `src`.
 */
export function findPackageFolder(path: string): string | undefined {
  const [, folder, rest] = /^((?:packages|apps)\/[^/]+)\/src\/(.+)$/.exec(path) ?? [];
  if (folder === undefined || rest === undefined) return undefined;
  const isTest = /\.test\.tsx?$/.test(rest) || /(^|\/)testing\//.test(rest);
  return isTest ? undefined : folder;
}

/** Returns the packages in the front matter of a changeset, with any bump: `none` means that users notice no change. */
export function changesetPackages(text: string): string[] {
  const [, matter = ''] = /^---\r?\n(.*?)\r?\n?---/s.exec(text) ?? [];
  return matter.split('\n').flatMap((line) => {
    const [, name] = /^\s*['"]?([^'":\s]+)['"]?\s*:\s*(?:major|minor|patch|none)\s*$/.exec(line) ?? [];
    return name === undefined ? [] : [name];
  });
}

export interface MissingChangeset {
  name: string;
  files: string[];
}

/** Returns the packages with changed code that no changeset names. */
export function missingChangesets(
  changed: readonly ChangedFile[],
  changesets: readonly string[],
  context: {
    /** Name of the package in this folder; undefined if the package is gone. */
    getName(folder: string): string | undefined;
    isSameCode(file: ChangedFile): boolean;
  },
): MissingChangeset[] {
  const named = new Set(changesets.flatMap(changesetPackages));
  const files = new Map<string, string[]>();
  for (const file of changed) {
    const folder = findPackageFolder(file.path);
    const name = folder === undefined ? undefined : context.getName(folder);
    if (name === undefined || named.has(name) || context.isSameCode(file)) continue;
    files.set(name, [...(files.get(name) ?? []), file.path]);
  }
  return [...files]
    .map(([name, paths]) => ({ name, files: paths.toSorted() }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
