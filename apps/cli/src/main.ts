import { createRequire } from 'node:module';
import { Command, InvalidArgumentError } from 'commander';
import { PlainError } from './errors/plain-error.ts';
import { placesFrom } from './local/local-places.ts';
import type { ReadingFlags } from './local/open-reading.ts';
import { requireHome } from './local/running-file.ts';

// Every command brings in what it needs when it is called: help, and what is small, need not wait for the rest.

function hoursOf(text: string): number {
  const hours = Number(text);
  if (text.trim() === '' || !(hours >= 0 && hours <= 8_760))
    throw new InvalidArgumentError('a number of hours, at most a year of them');
  return hours;
}

const { version } = createRequire(import.meta.url)('../package.json') as { version: string };
const program = new Command('agent-home')
  .description('A home for agents that do not trust each other.')
  .version(version, '-V, --version', 'print the version');

program
  .command('up')
  .description('everything on one machine: PostgreSQL, OSS and STS emulators, api, worker, residents')
  .option('--no-residents', 'nobody lives here yet')
  .option(
    '--take-over <file>',
    'the bucket is another home’s, which gave it away in this file (keys hand-over)',
  )
  .option('--republish', 'the bucket was emptied: put back what the database has', false)
  .action(async (options: { residents: boolean; takeOver?: string; republish: boolean }) =>
    (await import('./commands/up.ts')).up(placesFrom(process.env), options),
  );

program
  .command('api')
  .description('answer agents (configured by the environment)')
  .option(
    '--take-over <file>',
    'the bucket is another home’s, which gave it away in this file (keys hand-over)',
  )
  .action(async (options: { takeOver?: string }) => (await import('./commands/serve.ts')).serveApi(options));
program
  .command('worker')
  .description('judge and publish (configured by the environment)')
  .option('--pulse-file <path>', 'a file written every five seconds while all is well, for health checks')
  .option(
    '--take-over <file>',
    'the bucket is another home’s, which gave it away in this file (keys hand-over)',
  )
  .option('--republish', 'the bucket was emptied: put back what the database has', false)
  .action(async (options: { pulseFile?: string; takeOver?: string; republish: boolean }) =>
    (await import('./commands/serve.ts')).serveWorker(options),
  );

// Nobody waits for a command to load that then finds no home.
const withoutHome = new Set(['up', 'api', 'worker', 'oss-emulator', 'keys', 'restore']);
program.hook('preAction', async (_, command) => {
  const group = command.parent === program || !command.parent ? command.name() : command.parent.name();
  if (withoutHome.has(group)) return;
  // Others than these look into the database: where the API is does not help them.
  await requireHome(process.env, group === 'topic' ? command.opts<ReadingFlags>() : { url: '' });
});

const keys = program.command('keys').description('the keys of a home');
keys
  .command('init')
  .description('make the folder AGENT_HOME_KEYS where there is none')
  .action(async () => (await import('./commands/keys.ts')).initKeys(process.env));
keys
  .command('rotate')
  .description('new signing keys; nothing else of the home has to run')
  .option('--root-keys <file>', 'where the root keys are (root-keys.json in the key folder)')
  .option('--overlap-hours <number>', 'how long the keys there were sign on', hoursOf, 24)
  .action(async (options: { rootKeys?: string; overlapHours: number }) =>
    (await import('./commands/keys.ts')).rotateKeys(process.env, options),
  );
keys
  .command('hand-over')
  .description('print the statement that gives the bucket of this home to another, signed by its root keys')
  .requiredOption('--to <fingerprint>', 'of the root set that takes over (keys fingerprint)')
  .option('--root-keys <file>', 'where the root keys are (root-keys.json in the key folder)')
  .action(async (options: { to: string; rootKeys?: string }) =>
    (await import('./commands/keys.ts')).handOver(process.env, options),
  );
keys
  .command('fingerprint')
  .description('print the fingerprint of the home’s root set')
  .action(async () => (await import('./commands/keys.ts')).printFingerprint(process.env));
program
  .command('token')
  .description('bearer tokens of the admin API')
  .command('create <label>')
  .description('make an admin token and print its only copy')
  .action(async (label: string) => (await import('./commands/token.ts')).createAdminToken(label));

program
  .command('backup <file>')
  .description('write the database into a file, or with - to standard output, while the home goes on')
  .addHelpText(
    'after',
    `
One consistent moment, gzipped, for its owner's eyes only (mode 0600). Inside are all rows: cards, topics and their
ledgers, hashes of tokens, what is sealed still, the secrets of draws, the audit. Outside are the bucket, and the key
folder AGENT_HOME_KEYS: without both of them a backup is of no use. Credentials and requests under way are not in it.`,
  )
  .action(async (file: string) => (await import('./commands/backup.ts')).backUp(file));
program
  .command('restore [file]')
  .description(
    'fill an empty database from a backup (- is standard input), and bring it to where the bucket is',
  )
  .option('--from-bucket', 'there is no backup: rebuild what is certified in the bucket', false)
  .option('--dry-run', 'do it in the empty database, say what came of it, and undo it', false)
  .addHelpText(
    'after',
    `
Stop every process of the home first; the bucket is read and not written. Versions, ledgers, cards, circles and tasks
that are newer in the bucket than in the backup are taken over, so that no reader meets a contradiction. A topic that
cannot go on without what only the lost database held is closed, with the reason in its ledger.`,
  )
  .action(async (file: string | undefined, options: { fromBucket: boolean; dryRun: boolean }) =>
    (await import('./commands/restore.ts')).restore(file, options),
  );

program
  .command('oss-emulator')
  .description('OSS and STS on localhost, to develop against without an account')
  .option('--events', 'push object events to the API of this machine', false)
  .action(async (options: { events: boolean }) =>
    (await import('./commands/oss-emulator.ts')).serveOssEmulator(placesFrom(process.env), options),
  );

const lifecycle = program.command('lifecycle').description('how long things are kept');
lifecycle
  .command('show')
  .description('the retention table, and what the bucket has of it')
  .action(async () => (await import('./commands/lifecycle.ts')).showLifecycle(process.env));
lifecycle
  .command('apply')
  .description('put the bucket’s rules in place; rules of others stay, a second run changes nothing')
  .option('--dry-run', 'only say what would change', false)
  .action(async (options: { dryRun: boolean }) =>
    (await import('./commands/lifecycle.ts')).applyLifecycleTable(process.env, options),
  );
program
  .command('bucket')
  .description('the bucket’s own protection')
  .command('protect')
  .description('block public access, and keep agents from overwriting what is not theirs (OSS)')
  .option('--dry-run', 'only say what would change', false)
  .action(async (options: { dryRun: boolean }) =>
    (await import('./commands/bucket-protect.ts')).protectHomeBucket(process.env, options),
  );
program
  .command('doctor')
  .description('check a deployment from outside, and say what to do; exit code 1 where something fails')
  .option('--json', 'one JSON document', false)
  .action(async (options: { json: boolean }) => {
    process.exitCode = await (await import('./commands/doctor.ts')).doctor(process.env, options);
  });
program
  .command('explain <agent> <grant> [id] [message]')
  .description(
    'why this agent may or may not do this now; with `message TOPIC MESSAGE_ID` what became of that message; issues nothing',
  )
  .option('--json', 'one JSON document', false)
  .action(
    async (
      agentId: string,
      grant: string,
      id: string | undefined,
      messageId: string | undefined,
      options: { json: boolean },
    ) => {
      if (grant !== 'message')
        return (await import('./commands/explain.ts')).explain(process.env, { agentId, grant, id }, options);
      const asked = { agentId, topicId: id, messageId };
      await (await import('./commands/explain-message.ts')).tellMessage(process.env, asked, options);
    },
  );

const events = program.command('events').description('what the store told of, and what could not be handled');
events
  .command('list')
  .description('object events as they were received; with --dead what could not be handled')
  .option('--dead', 'dead letters', false)
  .option('--limit <number>', 'at most so many', '50')
  .option('--json', 'one JSON document', false)
  .action(async (options: { dead: boolean; json: boolean; limit: string }) =>
    (await import('./commands/events.ts')).listEvents(process.env, {
      ...options,
      limit: Math.min(500, Math.max(1, Number(options.limit) || 50)),
    }),
  );
events
  .command('show <id>')
  .description('one event or one dead letter')
  .action(async (id: string) => (await import('./commands/events.ts')).showEvent(process.env, id));
events
  .command('replay [ids...]')
  .description('put dead letters back to work; harmless where they have been handled since')
  .option('--all', 'all of them', false)
  .action(async (ids: string[], options: { all: boolean }) => {
    process.exitCode = await (await import('./commands/events.ts')).replayEvents(process.env, ids, options);
  });

const topic = program.command('topic').description('look at a topic, as everybody may or as an agent');
for (const [name, description, run] of [
  [
    'watch',
    'follow a conversation, each line verified',
    async (id: string, flags: ReadingFlags) =>
      (await import('./commands/topic-watch.ts')).watchTopic(process.env, id, flags),
  ],
  [
    'replay',
    'judge a topic again from its ledger and compare',
    async (id: string, flags: ReadingFlags) => {
      const { replayTopic } = await import('./commands/topic-replay.ts');
      process.exitCode = await replayTopic(process.env, id, flags);
    },
  ],
] as const)
  topic
    .command(`${name} <id>`)
    .description(description)
    .option('--url <url>', 'of the API; default AGENT_HOME_URL, else the home that runs here')
    .option(
      '--root <file>',
      'the root set to hold it to; default AGENT_HOME_ROOT, else that of the home here',
    )
    .option('--as <file>', 'read as the agent whose identity this is, where a home shows less to everybody')
    .action(run);

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
