import type { NpmPackage } from './listed-packages.ts';

/** The document of a package that npm reads of a registry: one version, the home's. */
export function npmDocument(one: NpmPackage, tarball: string): object {
  const { name, version, manifest, integrity, shasum } = one;
  const dist = { tarball, integrity, shasum };
  return {
    name,
    'dist-tags': { latest: version },
    versions: { [version]: { ...manifest, name, version, dist } },
  };
}
