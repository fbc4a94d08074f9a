import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSpecifierCache } from '../imports/cached-specifiers.ts';
import { reachableFiles } from '../imports/reachable-files.ts';
import { readWorkspaces, resolveSpecifier } from '../imports/resolve-specifier.ts';
import { collectSpecifiers } from '../imports/specifiers.ts';
import type { Check } from './checks.ts';
import { type FileHashes, readFileHashes } from './file-hashes.ts';
import { computeFingerprint, type Surroundings } from './fingerprint.ts';
import { readState, writeState } from './state.ts';

/** Checks that passed, so that a check whose inputs did not change need not run again. */
export interface PassedChecks {
  /** True if the check passed with the same inputs. */
  has(check: Check): boolean;
  /** Stores the passed checks whose inputs did not change while they ran, and drops the failed ones. */
  save(results: ReadonlyMap<Check, boolean>): void;
}

const stateName = 'passed';

/** Reads the checks that passed in earlier runs. Returns undefined outside a git repository, which offers nothing to compare. */
export function readPassedChecks(root: string, checks: readonly Check[]): PassedChecks | undefined {
  const files = readFileHashes(root);
  if (!files) return undefined;
  const surroundings = { files, versions: readVersions(root), history: readHistory(root) };
  const programs = readPrograms(root, checks, files);
  const fingerprints = (found: Surroundings) =>
    new Map(
      checks.map((check) => [check, computeFingerprint(check, programs.get(check) ?? new Set(), found)]),
    );
  const before = fingerprints(surroundings);
  const passed = readState<Record<string, string>>(root, stateName) ?? {};
  return {
    has: (check) => passed[check.name] === before.get(check),
    save(results) {
      const after = fingerprints({ ...surroundings, files: readFileHashes(root) ?? new Map() });
      const kept = { ...passed };
      for (const [check, hasPassed] of results) {
        delete kept[check.name];
        const fingerprint = before.get(check);
        if (hasPassed && fingerprint !== undefined && fingerprint === after.get(check))
          kept[check.name] = fingerprint;
      }
      writeState(root, stateName, kept);
    },
  };
}

/** Returns the files of the programs that checks run with tsx, by check. */
function readPrograms(root: string, checks: readonly Check[], files: FileHashes): Map<Check, Set<string>> {
  const workspaces = readWorkspaces(root);
  const cache = createSpecifierCache(root);
  const read = (file: string): string[] => {
    if (!files.has(file) || !/\.[cm]?[jt]sx?$/.test(file)) return [];
    const source = readFileSync(join(root, file), 'utf8');
    const specifiers = cache.read(file, source, () => collectSpecifiers(source));
    return specifiers.map((specifier) => resolveSpecifier(specifier, file, workspaces));
  };
  const known = new Map<string, string[]>();
  const collectImports = (file: string) => {
    const imports = known.get(file) ?? read(file);
    known.set(file, imports);
    return imports;
  };
  const programs = checks.map(({ command: [program, entry = ''] }) =>
    program === 'tsx' ? reachableFiles(entry, collectImports) : new Set<string>(),
  );
  cache.save({ keepOthers: true });
  return new Map(checks.map((check, index) => [check, programs[index] ?? new Set()]));
}

/** Versions of Node and of the packages, which npm lists when it installs them. */
function readVersions(root: string): string {
  const hash = createHash('sha256').update(`${process.version} ${process.platform} ${process.arch}`);
  try {
    hash.update(readFileSync(join(root, 'node_modules/.package-lock.json')));
  } catch {
    // Other package managers keep no such list.
  }
  return hash.digest('hex');
}

function readHistory(root: string): string {
  const git = (...words: string[]) => {
    try {
      return execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    } catch {
      return '';
    }
  };
  const refs = ['refs/heads/main', 'refs/remotes/origin/main', 'refs/tags'];
  return git('rev-parse', 'HEAD', '--is-shallow-repository') + git('for-each-ref', ...refs);
}
