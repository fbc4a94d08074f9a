import { execFileSync } from 'node:child_process';

export type ComparedBase =
  | { commit: string; text: string }
  /** Nothing to compare with; `text` says why. */
  | { commit?: undefined; text: string };

export function git(repository: string, ...words: string[]): string {
  return execFileSync('git', words, {
    cwd: repository,
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}

/** A released version in CHANGELOG.md, for git's regular expressions. */
const heading = '^## \\[?[0-9]+\\.[0-9]+\\.[0-9]+';

/**
 * Returns the base to compare with. A branch is compared with the commit where it left main, or with a release made on it; main
 * itself with the last release: its tag, or else the last commit that changed a heading of a released version in CHANGELOG.md.
 */
export function comparedBase(repository: string): ComparedBase {
  const tried = (...words: string[]) => {
    try {
      return git(repository, ...words) || undefined;
    } catch {
      return undefined;
    }
  };
  const head = tried('rev-parse', 'HEAD');
  // A tarball inside another repository would get the history of that repository.
  if (head === undefined || tried('rev-parse', '--show-prefix') !== undefined)
    return { text: 'no git history here, so changesets are not checked' };
  if (tried('rev-parse', '--is-shallow-repository') === 'true')
    return { text: 'the clone is shallow, so changesets are not checked; fetch the whole history to check' };
  const released = (range: string) =>
    tried('log', '-1', '--format=%H', '-G', heading, range, '--', 'CHANGELOG.md');
  for (const main of ['main', 'origin/main']) {
    const left = tried('merge-base', 'HEAD', main);
    if (left === undefined || left === head) continue;
    const onBranch = released(`${left}..HEAD`);
    return onBranch === undefined
      ? { commit: left, text: `${main} at ${left.slice(0, 8)}` }
      : { commit: onBranch, text: `the release on this branch (${onBranch.slice(0, 8)})` };
  }
  const tag = tried('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*');
  if (tag !== undefined) return { commit: tag, text: `the release ${tag}` };
  const last = released('HEAD');
  if (last !== undefined)
    return { commit: last, text: `the last release in CHANGELOG.md (${last.slice(0, 8)})` };
  return { text: 'no version is released yet, so changesets are not checked' };
}
