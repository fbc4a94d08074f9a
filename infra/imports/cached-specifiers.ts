import { openResultCache, type ResultCache, typescriptManifest } from '../checks/result-cache.ts';

/** Opens the cache of module specifiers by file, which the import check and the fingerprints of all checks share. */
export function openSpecifierCache(root: string): ResultCache<string[]> {
  return openResultCache(root, 'imports', [new URL('specifiers.ts', import.meta.url), typescriptManifest]);
}
