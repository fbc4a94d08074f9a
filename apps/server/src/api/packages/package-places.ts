import type { ListedPackage } from './listed-packages.ts';

/** Addresses of the packages below the home's own. */
export const packagePlaces = (home: string) => ({
  npmRegistry: `${home}/packages/npm/`,
  pythonIndex: `${home}/packages/pypi/simple/`,
  file: ({ sha256, file }: ListedPackage) => `${home}/packages/files/${sha256.slice(0, 16)}/${file}`,
});

const npmName = /^(?:@[a-z0-9][\w.~-]*\/)?[a-z0-9][\w.~-]*$/i;
const npmFile = /^((?:@[a-z0-9][\w.~-]*\/)?[a-z0-9][\w.~-]*)\/-\/[\w][\w.~+-]*\.tgz$/i;

/**
 * Returns the name of the package that a path below an npm registry is about, or undefined for a path that names none:
 * a package document, or a tarball.
 */
export function npmPackageAt(path: string): string | undefined {
  if (path.length > 400) return undefined;
  return npmName.test(path) ? path : npmFile.exec(path)?.[1];
}

/** True if no registry but this home may answer for a name: what is served under it is run with its user's rights. */
export function isOwnNpmName(name: string): boolean {
  return /^(@agent-home\/|agent-home$|create-agent-home$)/i.test(name);
}

/** Returns a Python project's name as PEP 503 normalizes it, or undefined if it is none. */
export function pythonProject(name: string): string | undefined {
  if (!/^[a-z0-9]([\w.-]{0,98}[a-z0-9])?$/i.test(name)) return undefined;
  return name.replaceAll(/[-_.]+/g, '-').toLowerCase();
}
