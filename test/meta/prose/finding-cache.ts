import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Finding } from './check-fragment.ts';

/**
 * Findings by a hash of path, contents and rules, so that a second run reads only changed files. The cache lies below
 * `node_modules`, which git ignores; a cache that cannot be read or written costs seconds, never a finding.
 */
export interface FindingCache {
  get(file: string, source: string): Finding[] | undefined;
  set(file: string, source: string, findings: Finding[]): void;
  save(): void;
}

/** Changes with any source of the check, so that findings of older rules are never returned. */
function rulesHash(): string {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const sources = readdirSync(folder).filter((name) => name.endsWith('.ts'));
  const hash = createHash('sha256');
  for (const name of sources.sort()) hash.update(readFileSync(`${folder}${name}`));
  return hash.digest('hex');
}

function readEntries(path: string): Record<string, Finding[]> {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Record<string, Finding[]>;
  } catch {
    return {};
  }
}

export function createFindingCache(path: string): FindingCache {
  const known = readEntries(path);
  const current: Record<string, Finding[]> = {};
  const rules = rulesHash();
  const keyOf = (file: string, source: string) =>
    createHash('sha256').update(`${rules}\n${file}\n${source}`).digest('base64url');
  return {
    get(file, source) {
      const key = keyOf(file, source);
      const findings = known[key];
      if (findings) current[key] = findings;
      return findings;
    },
    set(file, source, findings) {
      current[keyOf(file, source)] = findings;
    },
    save() {
      try {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, JSON.stringify(current));
      } catch {
        // A read-only checkout has no cache.
      }
    },
  };
}
