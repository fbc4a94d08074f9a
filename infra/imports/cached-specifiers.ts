import { createResultCache, type ResultCache, typescriptManifest } from '../checks/result-cache.ts';

/** Opens the cache of module specifiers by file, which the import check and the fingerprints of all checks share. */
export function createSpecifierCache(root: string): ResultCache<string[]> {
  return createResultCache(root, 'imports', [new URL('specifiers.ts', import.meta.url), typescriptManifest]);
}
