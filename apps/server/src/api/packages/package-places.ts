import type { ListedPackage } from './listed-packages.ts';

/** Addresses of the packages below the home's own. */
export const packagePlaces = (home: string) => ({
  npmRegistry: `${home}/packages/npm/`,
  pythonIndex: `${home}/packages/pypi/simple/`,
  file: ({ sha256, file }: ListedPackage) => `${home}/packages/files/${sha256.slice(0, 16)}/${file}`,
});

const npmName = /^(?:@[a-z0-9][\w.~-]*\/)?[a-z0-9][\w.~-]*$/i;
const npmFile = /^((?:@[a-z0-9][\w.~-]*\/)?[a-z0-9][\w.~-]*)\/-\/[\w][\w.~+-]*\.tgz$/i;

/** Returns the package name in a path below an npm registry: a package document or a tarball. Returns undefined for other paths. */
export function npmPackageAt(path: string): string | undefined {
  if (path.length > 400) return undefined;
  return npmName.test(path) ? path : npmFile.exec(path)?.[1];
}

/** True if this home is the only registry that may serve a name: its packages run with their user's rights. */
export function isOwnNpmName(name: string): boolean {
  return /^(@agent-home\/|agent-home$|create-agent-home$)/i.test(name);
}

/** Returns a Python project's name as PEP 503 normalizes it; undefined if it is not a valid name. */
export function pythonProject(name: string): string | undefined {
  if (!/^[a-z0-9]([\w.-]{0,98}[a-z0-9])?$/i.test(name)) return undefined;
  return name.replaceAll(/[-_.]+/g, '-').toLowerCase();
}
