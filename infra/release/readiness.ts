import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { changelogProblem } from './changelog.ts';
import { nextVersion, waitingChangesets } from './next-version.ts';

const run = promisify(execFile);
const rootSchema = z.object({ version: z.string(), repository: z.object({ url: z.string() }).optional() });

/** State of the tree that a release depends on. */
export interface TreeState {
  version: string;
  /** `repository.url` of package.json. */
  sourceUrl: string | undefined;
  commit: string;
  changelog: string;
  /** Paths that differ from the commit, as git prints them. */
  changedFiles: string[];
  /** Tags of this commit. */
  tags: string[];
  changesets: string[];
  /** The version after `npm run release -- version`; the present one without changesets. */
  nextVersion: string;
}

export interface Readiness {
  /** Reasons against any release, a dry run included. */
  problems: string[];
  /** Reasons against publishing; a dry run prints them. */
  blockers: string[];
}

export function getReadiness(state: TreeState): Readiness {
  const { version, changesets, changedFiles } = state;
  const problems: string[] = [];
  if (changedFiles.length > 0) {
    const more = changedFiles.length > 3 ? ` and ${changedFiles.length - 3} more` : '';
    problems.push(
      `uncommitted changes (${changedFiles.slice(0, 3).join(', ')}${more}); commit or stash them`,
    );
  }
  const unwritten = changelogProblem(state.changelog, version);
  if (unwritten !== undefined) problems.push(unwritten);
  const blockers: string[] = [];
  if (changesets.length > 0)
    blockers.push(
      `${changesets.length} changesets wait and lead to ${state.nextVersion}; run npm run release -- version`,
    );
  const tag = `v${version}`;
  if (!state.tags.includes(tag)) blockers.push(`this commit has no tag ${tag}; run git tag ${tag}`);
  if (state.sourceUrl === undefined)
    blockers.push('package.json has no `repository`, which npm compares with the source of its provenance');
  return { problems, blockers };
}

export async function readTreeState(repository: string): Promise<TreeState> {
  const text = (file: string) => readFile(join(repository, file), 'utf8');
  const git = async (...words: string[]) => (await run('git', words, { cwd: repository })).stdout.trimEnd();
  const lines = (output: string) => output.split('\n').filter((line) => line !== '');
  const { version, repository: source } = rootSchema.parse(JSON.parse(await text('package.json')));
  const changesets = await waitingChangesets(repository);
  return {
    version,
    sourceUrl: source?.url,
    commit: await git('rev-parse', 'HEAD'),
    changelog: await text('CHANGELOG.md'),
    changedFiles: lines(await git('status', '--porcelain')).map((line) => line.slice(3)),
    tags: lines(await git('tag', '--points-at', 'HEAD')),
    changesets,
    nextVersion: changesets.length === 0 ? version : await nextVersion(repository),
  };
}
