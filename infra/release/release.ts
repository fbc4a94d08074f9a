import { execFileSync, spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { packAll } from '../packages/pack.ts';
import type { PackedPackage } from './packed-package.ts';
import { getReadiness, readTreeState } from './readiness.ts';
import { writeReleaseFiles } from './release-files.ts';

export interface ReleaseOptions {
  dryRun: boolean;
  /** Publishes without confirmation. */
  yes: boolean;
}

/** Builds a release into `dist/release` and, unless it is a dry run, publishes it. */
export async function release(repository: string, { dryRun, yes }: ReleaseOptions): Promise<void> {
  const startedAt = new Date();
  const state = await readTreeState(repository);
  const { problems, blockers } = getReadiness(state);
  const reasons = dryRun ? problems : [...problems, ...blockers];
  if (reasons.length > 0) throw new Error(`cannot release ${state.version}:\n${bullets(reasons)}`);
  const folder = join(repository, 'dist/release');
  await rm(folder, { recursive: true, force: true });
  console.error(`Building ${state.version} from ${state.commit.slice(0, 8)} …`);
  const { version, commit } = state;
  // The command contains the last build of the web UI and the documentation, which may be of another commit.
  for (const words of [['generate', '--', 'reference'], ['build']])
    execFileSync('npm', ['run', '--silent', ...words], {
      cwd: repository,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  const tarballs = await packAll(folder);
  const packages = await writeReleaseFiles({ repository, folder, version, commit, startedAt }, tarballs);
  console.log(`\n${releaseTable(packages)}\n`);
  console.log(
    `Wrote the packages, sbom.cdx.json, provenance.intoto.json and manifest.json to ${relative(repository, folder)}.`,
  );
  const commands = packages.map(({ path }) => publishWords(relative(repository, path)));
  console.log(
    `\nCommands that publish it, in this order:\n${commands.map((words) => `  npm ${words.join(' ')}`).join('\n')}`,
  );
  if (dryRun) {
    if (blockers.length > 0) console.log(`\nBefore it can be published:\n${bullets(blockers)}`);
    console.log('\nDry run: nothing was published.');
    return;
  }
  if (!yes && !(await isConfirmed(`Publish ${packages.length} packages of version ${version}? [y/N] `))) {
    console.log('Nothing was published.');
    return;
  }
  publish(repository, commands);
}

/** Dependencies first, so that a package that is installed during the release finds its dependencies. */
function publish(repository: string, commands: readonly string[][]): void {
  for (const [index, words] of commands.entries()) {
    const { status } = spawnSync('npm', words, { cwd: repository, stdio: 'inherit' });
    if (status !== 0)
      throw new Error(
        `npm ${words.join(' ')} failed with ${status}; ${index} of ${commands.length} packages are published. Fix the cause and run the remaining commands`,
      );
  }
}

function publishWords(file: string): string[] {
  return ['publish', `./${file}`, '--access', 'public', '--provenance'];
}

async function isConfirmed(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new Error('no terminal to confirm on; pass --yes to publish');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await terminal.question(question)).trim());
  } finally {
    terminal.close();
  }
}

export function releaseTable(packages: readonly PackedPackage[]): string {
  const rows = packages.map(({ name, version, digests }) => [
    name,
    version,
    `${(digests.bytes / 1_000).toFixed(0)} kB`,
    digests.sha256,
  ]);
  const lines = [['package', 'version', 'size', 'sha256'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .join('\n');
}

function bullets(texts: readonly string[]): string {
  return texts.map((text) => `- ${text}`).join('\n');
}
