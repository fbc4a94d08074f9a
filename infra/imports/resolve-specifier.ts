import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, posix } from 'node:path';

/** Target of `exports` or `imports` in a `package.json`: a path, or one for each condition. */
type Target = string | { [condition: string]: Target };

interface Manifest {
  name: string;
  exports?: Record<string, Target>;
  imports?: Record<string, Target>;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** Workspaces of the repository: the folder of each, and its manifest. */
export type Workspaces = ReadonlyMap<string, Manifest>;

export function readWorkspaces(root: string): Workspaces {
  const folders = ['packages', 'apps'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => `${group}/${name}`),
  );
  return new Map(
    folders.flatMap((folder) => {
      try {
        const text = readFileSync(join(root, folder, 'package.json'), 'utf8');
        return [[folder, JSON.parse(text) as Manifest] as const];
      } catch {
        return [];
      }
    }),
  );
}

const conditions = ['import', 'node', 'default'];

function getFile(target: Target | undefined): string | undefined {
  if (target === undefined || typeof target === 'string') return target;
  const condition = Object.keys(target).find((name) => conditions.includes(name));
  return condition === undefined ? undefined : getFile(target[condition]);
}

/**
 * Returns the imported file as a path from the root of the repository, `node:NAME` for a module of Node, or
 * `node_modules/NAME/…` for an npm package, of which no file is looked up.
 */
export function resolveSpecifier(specifier: string, importer: string, workspaces: Workspaces): string {
  if (specifier.startsWith('.')) return posix.join(dirname(importer), specifier.replace(/\?.*$/, ''));
  if (isBuiltin(specifier)) return `node:${specifier.replace(/^node:/, '')}`;
  if (specifier.startsWith('#')) {
    const [folder, manifest] = getWorkspace(importer, workspaces);
    const target = getFile(manifest?.imports?.[specifier]);
    return target === undefined ? specifier : posix.join(folder, target);
  }
  for (const [folder, { name, exports = {} }] of workspaces) {
    if (specifier !== name && !specifier.startsWith(`${name}/`)) continue;
    const path = specifier.slice(name.length);
    // A path that is not exported is a deep import, which the rules report by its file.
    return posix.join(folder, getFile(exports[`.${path}`]) ?? (path || '/'));
  }
  return `node_modules/${specifier}/`;
}

/** Returns the folder of the workspace that holds a file, and its manifest if it has one. */
export function getWorkspace(file: string, workspaces: Workspaces): [string, Manifest | undefined] {
  const folder = file.split('/').slice(0, 2).join('/');
  return [folder, workspaces.get(folder)];
}
