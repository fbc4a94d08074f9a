import { createRequire } from 'node:module';
import { Command } from 'commander';
import { PlainError } from './errors/plain-error.ts';
import type { ReadingFlags } from './local/open-reading.ts';
import { requireHome } from './local/running-file.ts';
import { addBackupCommands } from './program/backup-commands.ts';
import { addBucketCommands } from './program/bucket-commands.ts';
import { addHomeCommands } from './program/home-commands.ts';
import { addKeyCommands } from './program/key-commands.ts';
import { addLookingCommands } from './program/looking-commands.ts';
import { addTopicCommands } from './program/topic-commands.ts';

// Every command brings in what it needs when it is called: help, and what is small, need not wait for the rest.

const { version } = createRequire(import.meta.url)('../package.json') as { version: string };
const program = new Command('agent-home')
  .description('A home for agents that do not trust each other.')
  .version(version, '-V, --version', 'print the version');

// In the order in which help lists them.
addHomeCommands(program);
addKeyCommands(program);
addBackupCommands(program);
addBucketCommands(program);
addLookingCommands(program);
addTopicCommands(program);

// Nobody waits for a command to load that then finds no home.
const withoutHome = new Set(['up', 'api', 'worker', 'oss-emulator', 'keys', 'restore']);
program.hook('preAction', async (_, command) => {
  const group = command.parent === program || !command.parent ? command.name() : command.parent.name();
  if (withoutHome.has(group)) return;
  // Others than these look into the database: where the API is does not help them.
  await requireHome(process.env, group === 'topic' ? command.opts<ReadingFlags>() : { url: '' });
});

// `| head` has read enough: that is no failure, and no stack trace is owed to anybody.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

try {
  await program.parseAsync();
} catch (error) {
  const { alarming } = await import('./terminal/colours.ts');
  const line =
    error instanceof PlainError
      ? `${error.message} [${error.code}]`
      : (await import('./terminal/plain-line.ts')).plainLine(error, process.env);
  console.error(`${alarming('agent-home:')} ${line}`);
  if (process.env.AGENT_HOME_DEBUG) {
    const { describeError } = await import('@agent-home/platform');
    console.error(JSON.stringify(describeError(error), null, 2));
  }
  process.exitCode = 1;
}
// What could not be closed in its time – the client of a queue that is away tries on for ever – keeps no command alive
// that has ended: an api that failed at its start would be up for its supervisor, and listen nowhere.
setTimeout(() => process.exit(), 2_000).unref();
