import { execFileSync } from 'node:child_process';
import { type ChangedLines, parseDiff } from './changed-lines.ts';

function git(root: string, arguments_: string[]): string | undefined {
  try {
    return execFileSync('git', ['-c', 'core.quotePath=false', ...arguments_], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 512 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return undefined;
  }
}

/** Lists tracked and untracked files without ignored ones; undefined outside a repository. */
export function listFiles(root: string): string[] | undefined {
  return git(root, ['ls-files', '-co', '--exclude-standard', '--deduplicate'])?.split('\n').filter(Boolean);
}

/** Returns the base commit for new lines: where this branch left the main branch, or the last commit. */
function getBase(root: string): string | undefined {
  for (const main of ['origin/main', 'main']) {
    const base = git(root, ['merge-base', 'HEAD', main])?.trim();
    if (base) return base;
  }
  return git(root, ['rev-parse', '--verify', 'HEAD'])?.trim();
}

/** Returns the new and changed lines since `base`; without git history there are none, and only the baseline counts. */
export function readChanges(root: string, base: string | undefined = getBase(root)): ChangedLines {
  const diff =
    base &&
    git(root, ['diff', '--unified=0', '--no-prefix', '--no-color', '--no-ext-diff', '--find-renames', base]);
  if (!diff && diff !== '') return new Map();
  const untracked = git(root, ['ls-files', '-o', '--exclude-standard'])?.split('\n').filter(Boolean) ?? [];
  return new Map<string, Set<number> | 'all'>([
    ...parseDiff(diff),
    ...untracked.map((file) => [file, 'all'] as const),
  ]);
}
