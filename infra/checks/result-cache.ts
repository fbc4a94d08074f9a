import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Results of a check by file, so that a second run reads only changed files. */
export interface ResultCache<Result> {
  /** Returns the result kept for this path and these contents, or computes and keeps it. */
  read(file: string, source: string, compute: () => Result): Result;
  /** Writes the results of this run; those of files that are gone are dropped. */
  save(): void;
}

/**
 * Opens the cache of one check, below `node_modules`, which git ignores. A cache that cannot be read or written costs
 * seconds, never a finding.
 * @param root folder of the repository that is checked
 * @param rules files whose contents decide the result: the sources of the check, and manifests of packages that it uses
 */
export function openResultCache<Result>(
  root: string,
  name: string,
  rules: readonly URL[],
): ResultCache<Result> {
  const path = join(root, 'node_modules/.cache/agent-home', `${name}.json`);
  const version = hashOf(...rules.map((file) => readFileSync(file, 'utf8')));
  const known = readEntries<Result>(path);
  const current: Record<string, Result> = {};
  let isChanged = false;
  return {
    read(file, source, compute) {
      const key = hashOf(version, file, source);
      const kept = known[key];
      if (kept === undefined) isChanged = true;
      const result = kept ?? compute();
      current[key] = result;
      return result;
    },
    save() {
      if (isChanged) writeEntries(path, current);
    },
  };
}

/** Manifest of the installed TypeScript, which names its version. */
export const typescriptManifest = new URL('../../node_modules/typescript/package.json', import.meta.url);

function hashOf(...texts: string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\0');
  return hash.digest('base64url');
}

function readEntries<Result>(path: string): Record<string, Result> {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Record<string, Result>;
  } catch {
    return {};
  }
}

/** Replaces the file in one step, for checks of other work trees may read it at the same time. */
function writeEntries(path: string, entries: object): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.${process.pid}`, JSON.stringify(entries));
    renameSync(`${path}.${process.pid}`, path);
  } catch {
    // A read-only checkout has no cache.
  }
}
