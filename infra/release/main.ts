import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { repository } from '../packages/build-package.ts';
import { packAll, packClients } from '../packages/pack.ts';
import { raiseVersion, waitingChangesets } from './next-version.ts';
import { release } from './release.ts';

// `npm run release`, see docs/releasing.md.
const command = new Command('npm run release --')
  .description('Build a release into dist/release and publish it to npm')
  .option('--dry-run', 'do everything but publish; never changes the tree')
  .option('--yes', 'publish without confirmation')
  .addHelpText('after', '\nExample:\n  npm run release -- --dry-run')
  .action(({ dryRun = false, yes = false }: { dryRun?: boolean; yes?: boolean }) =>
    release(repository, { dryRun, yes }),
  );

command
  .command('version')
  .description('Set every version by the waiting changesets, and update the lock file')
  .addHelpText('after', '\nExample:\n  npm run release -- version')
  .action(async () => {
    if ((await waitingChangesets(repository)).length === 0)
      throw new Error('no changeset waits, so the version stays; add one with npx changeset');
    const version = await raiseVersion(repository);
    execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts'], {
      cwd: repository,
      stdio: 'inherit',
    });
    console.log(`Raised every version to ${version}. Write "## ${version}" in CHANGELOG.md, then commit.`);
  });

command
  .command('pack')
  .description('Pack every package as npm would publish it')
  .argument('[folder]', 'target folder', 'packed')
  .addHelpText('after', '\nExample:\n  npm run release -- pack packed')
  .action(async (folder: string) => {
    for (const file of await packAll(resolve(folder))) console.log(file);
  });

command
  .command('clients')
  .description('Pack what agents install, as a folder that a home serves (AGENT_HOME_PACKAGES)')
  .argument('<folder>', 'target folder')
  .addHelpText('after', '\nExample:\n  npm run release -- clients /srv/agent-home/packages')
  .action(async (folder: string) => void (await packClients(resolve(folder))));

try {
  await command.parseAsync();
} catch (error) {
  console.error(`error: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
