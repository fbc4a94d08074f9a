import { Command, InvalidArgumentError } from 'commander';
import { backUp } from './commands/backup.ts';
import { protectHomeBucket } from './commands/bucket-protect.ts';
import { doctor } from './commands/doctor.ts';
import { listEvents, replayEvents, showEvent } from './commands/events.ts';
import { explain } from './commands/explain.ts';
import { initKeys, rotateKeys } from './commands/keys.ts';
import { applyLifecycleTable, showLifecycle } from './commands/lifecycle.ts';
import { serveOssEmulator } from './commands/oss-emulator.ts';
import { restore } from './commands/restore.ts';
import { serveApi, serveWorker } from './commands/serve.ts';
import { createAdminToken } from './commands/token.ts';
import { replayTopic } from './commands/topic-replay.ts';
import { watchTopic } from './commands/topic-watch.ts';
import { up } from './commands/up.ts';
import { placesFrom } from './local/local-home.ts';

function hoursOf(text: string): number {
  const hours = Number(text);
  if (text.trim() === '' || !(hours >= 0 && hours <= 8_760))
    throw new InvalidArgumentError('a number of hours, at most a year of them');
  return hours;
}

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

const keys = program.command('keys').description('the keys of a home');
keys
  .command('init')
  .description('make the folder AGENT_HOME_KEYS where there is none')
  .action(() => initKeys(process.env));
keys
  .command('rotate')
  .description('new signing keys in AGENT_HOME_KEYS, where nothing else of the home has to run')
  .option('--root-keys <file>', 'where the root keys are (root-keys.json in AGENT_HOME_KEYS)')
  .option('--overlap-hours <number>', 'how long the keys there were sign on', hoursOf, 24)
  .action((options: { rootKeys?: string; overlapHours: number }) => rotateKeys(process.env, options));
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

const lifecycle = program.command('lifecycle').description('how long things are kept');
lifecycle
  .command('show')
  .description('the retention table, and what the bucket has of it')
  .action(() => showLifecycle(process.env));
lifecycle
  .command('apply')
  .description('put the bucket’s rules in place; rules of others stay, a second run changes nothing')
  .option('--dry-run', 'only say what would change', false)
  .action((options: { dryRun: boolean }) => applyLifecycleTable(process.env, options));
program
  .command('bucket')
  .description('the bucket’s own protection')
  .command('protect')
  .description('block public access, and keep agents from overwriting what is not theirs (OSS)')
  .option('--dry-run', 'only say what would change', false)
  .action((options: { dryRun: boolean }) => protectHomeBucket(process.env, options));
program
  .command('doctor')
  .description('check a deployment from outside, and say what to do; exit code 1 where something fails')
  .option('--json', 'one JSON document', false)
  .action(async (options: { json: boolean }) => {
    process.exitCode = await doctor(process.env, options);
  });
program
  .command('explain <agent> <grant> [id]')
  .description('why this agent may or may not do this now; issues nothing')
  .option('--json', 'one JSON document', false)
  .action((agentId: string, grant: string, id: string | undefined, options: { json: boolean }) =>
    explain(process.env, { agentId, grant, id }, options),
  );

const events = program.command('events').description('what the store told of, and what could not be handled');
events
  .command('list')
  .description('object events as they were received; with --dead what could not be handled')
  .option('--dead', 'dead letters', false)
  .option('--limit <number>', 'at most so many', '50')
  .option('--json', 'one JSON document', false)
  .action((options: { dead: boolean; json: boolean; limit: string }) =>
    listEvents(process.env, { ...options, limit: Math.min(500, Math.max(1, Number(options.limit) || 50)) }),
  );
events
  .command('show <id>')
  .description('one event or one dead letter')
  .action((id: string) => showEvent(process.env, id));
events
  .command('replay [ids...]')
  .description('put dead letters back to work; harmless where they have been handled since')
  .option('--all', 'all of them', false)
  .action(async (ids: string[], options: { all: boolean }) => {
    process.exitCode = await replayEvents(process.env, ids, options);
  });

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
