import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readState, writeState } from './state.ts';

/** Results of a check by file, so that a second run reads only changed files. */
export interface ResultCache<Result> {
  /** Returns the result kept for this path and these contents, or computes and keeps it. */
  read(file: string, source: string, compute: () => Result): Result;
  /** Writes the results of this run. Others are dropped, because their files are gone, unless a run reads only some files. */
  save(options?: { keepOthers: boolean }): void;
}

/**
 * Opens the cache of one check, below `node_modules`, which git ignores. A cache that cannot be read or written costs seconds,
 * never a finding.
 * @param root folder of the repository that is checked
 * @param rules files whose contents affect the result: the sources of the check, and manifests of packages that it uses
 */
export function createResultCache<Result>(
  root: string,
  name: string,
  rules: readonly URL[],
): ResultCache<Result> {
  const version = computeHash(...rules.map((file) => readFileSync(file, 'utf8')));
  const known = readState<Record<string, Result>>(root, name) ?? {};
  const current: Record<string, Result> = {};
  let isChanged = false;
  return {
    read(file, source, compute) {
      const key = computeHash(version, file, source);
      const kept = known[key];
      if (kept === undefined) isChanged = true;
      const result = kept ?? compute();
      current[key] = result;
      return result;
    },
    save(options) {
      if (isChanged) writeState(root, name, options?.keepOthers ? { ...known, ...current } : current);
    },
  };
}

/** Manifest of the installed TypeScript, which names its version. */
export const typescriptManifest = new URL('../../node_modules/typescript/package.json', import.meta.url);

function computeHash(...texts: string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\0');
  return hash.digest('base64url');
}
