import { Command } from 'commander';
import { backUp } from './commands/backup.ts';
import { initKeys } from './commands/keys.ts';
import { serveOssEmulator } from './commands/oss-emulator.ts';
import { restore } from './commands/restore.ts';
import { serveApi, serveWorker } from './commands/serve.ts';
import { createAdminToken } from './commands/token.ts';
import { replayTopic } from './commands/topic-replay.ts';
import { watchTopic } from './commands/topic-watch.ts';
import { up } from './commands/up.ts';
import { placesFrom } from './local/local-home.ts';

const program = new Command('agent-home').description('A home for agents that do not trust each other.');

program
  .command('up')
  .description('everything on one machine: PostgreSQL, OSS and STS emulators, api, worker, residents')
  .option('--no-residents', 'nobody lives here yet')
  .action((options: { residents: boolean }) => up(placesFrom(process.env), options));

program.command('api').description('answer agents (configured by the environment)').action(serveApi);
program
  .command('worker')
  .description('judge and publish (configured by the environment)')
  .option('--pulse-file <path>', 'a file written every five seconds while all is well, for health checks')
  .action((options: { pulseFile?: string }) => serveWorker(options));

program
  .command('keys')
  .description('the keys of a home')
  .command('init')
  .description('make the folder AGENT_HOME_KEYS where there is none')
  .action(() => initKeys(process.env));
program
  .command('token')
  .description('bearer tokens of the admin API')
  .command('create <label>')
  .description('make an admin token and print its only copy (configured by the environment)')
  .action(createAdminToken);

program
  .command('backup <file>')
  .description('write the database into a file while the home goes on (configured by the environment)')
  .addHelpText(
    'after',
    `
One consistent moment, gzipped, for its owner's eyes only (mode 0600). Inside are all rows: cards, topics and their
ledgers, hashes of tokens, what is sealed still, the secrets of draws, the audit. Outside are the bucket, and the key
folder AGENT_HOME_KEYS: without both of them a backup is of no use. Credentials and requests under way are not in it.`,
  )
  .action(backUp);
program
  .command('restore [file]')
  .description('fill an empty database from a backup, and bring it to where the bucket is')
  .option('--from-bucket', 'there is no backup: rebuild what is certified in the bucket', false)
  .option('--dry-run', 'do it in the empty database, say what came of it, and undo it', false)
  .addHelpText(
    'after',
    `
Stop every process of the home first; the bucket is read and not written. Versions, ledgers, cards, circles and tasks
that are newer in the bucket than in the backup are taken over, so that no reader meets a contradiction. A topic that
cannot go on without what only the lost database held is closed, with the reason in its ledger.`,
  )
  .action((file: string | undefined, options: { fromBucket: boolean; dryRun: boolean }) =>
    restore(file, options),
  );

program
  .command('oss-emulator')
  .description('OSS and STS on localhost, to develop against without an account')
  .option('--events', 'push object events to the API of this machine', false)
  .action((options: { events: boolean }) => serveOssEmulator(placesFrom(process.env), options));

const topic = program.command('topic').description('look at a topic');
topic
  .command('watch <id>')
  .description('follow a conversation, each line verified')
  .action((id: string) => watchTopic(placesFrom(process.env), id));
topic
  .command('replay <id>')
  .description('judge a topic again from its ledger and compare')
  .action(async (id: string) => {
    process.exitCode = await replayTopic(placesFrom(process.env), id);
  });

try {
  await program.parseAsync();
} catch (error) {
  const { code, message } = error as { code?: string; message?: string };
  console.error(`agent-home: ${message ?? String(error)}${code === undefined ? '' : ` [${code}]`}`);
  if (process.env.AGENT_HOME_DEBUG) console.error(error);
  process.exitCode = 1;
}
