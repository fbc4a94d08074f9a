import type { NpmPackage } from './listed-packages.ts';

/** Returns the document of a package as npm reads it from a registry, with one version, the home's. */
export function npmDocument(one: NpmPackage, tarball: string): object {
  const { name, version, manifest, integrity, shasum } = one;
  const dist = { tarball, integrity, shasum };
  return {
    name,
    'dist-tags': { latest: version },
    versions: { [version]: { ...manifest, name, version, dist } },
  };
}
