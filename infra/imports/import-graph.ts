import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { resolveSpecifier, type Workspaces } from './resolve-specifier.ts';

/**
 * Imported targets by file, sorted; paths begin at the root of the repository. Targets without an entry contain no code of this
 * repository.
 */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

const code = /\.[cm]?[jt]sx?$/;
const skippedFolders = /(^|\/)(node_modules|dist)(\/|$)/;

function filesBelow(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return skippedFolders.test(path) ? [] : filesBelow(root, path);
    return code.test(path) ? [path] : [];
  });
}

/**
 * Reads the imports of all files below the folders and of the files outside that they import.
 * @param collectSpecifiers returns the module specifiers of a source
 */
export function readImportGraph(
  root: string,
  folders: readonly string[],
  workspaces: Workspaces,
  collectSpecifiers: (file: string, source: string) => readonly string[],
): ImportGraph {
  const files = new Set(folders.flatMap((folder) => filesBelow(root, folder)).sort());
  const graph = new Map<string, readonly string[]>();
  for (const file of files) {
    const targets = collectSpecifiers(file, readFileSync(join(root, file), 'utf8')).map((specifier) =>
      resolveSpecifier(specifier, file, workspaces),
    );
    graph.set(file, [...new Set(targets)].sort());
    for (const target of targets) if (isOwnCode(root, target)) files.add(target);
  }
  return graph;
}

function isOwnCode(root: string, target: string): boolean {
  if (!code.test(target) || target.startsWith('node:') || skippedFolders.test(target)) return false;
  return statSync(join(root, target), { throwIfNoEntry: false })?.isFile() ?? false;
}
