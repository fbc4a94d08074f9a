import type { Command } from 'commander';
import type { ReadFlags } from '../commands/topic-read.ts';
import type { ReadingFlags } from '../local/open-reading.ts';

/** A topic, as anybody may read it. */
export function addTopicCommands(program: Command): void {
  const topic = program.command('topic').description('look at a topic, as everybody may or as an agent');
  addReading(topic.command('watch <id>'))
    .description('follow a conversation, each line verified')
    .option('--all', 'every ledger entry, also what was ruled out')
    .action(async (id: string, flags: ReadingFlags & { all?: boolean }) =>
      (await import('../commands/topic-watch.ts')).watchTopic(process.env, id, flags),
    );
  addReading(topic.command('read <id>'))
    .description('print a topic from its start, finished ones too, each line verified')
    .option('--from <n>', 'begin with this entry')
    .option('--limit <n>', 'print so many entries; default all, on a terminal 100')
    .option('--all', 'every ledger entry, also what was ruled out')
    .option('--json', 'one JSON object per line')
    .addHelpText(
      'after',
      `
It ends with the last entry there is, and prints the command for the next ones if it ends before. topic watch follows on.

Examples:
  agent-home topic read round-table
  agent-home topic read round-table --from 101 --limit 50
  agent-home topic read round-table --json > round-table.jsonl`,
    )
    .action(async (id: string, flags: ReadFlags) =>
      (await import('../commands/topic-read.ts')).readTopic(process.env, id, flags),
    );
  addReading(topic.command('replay <id>'))
    .description('judge a topic again from its ledger and compare')
    .action(async (id: string, flags: ReadingFlags) => {
      const { replayTopic } = await import('../commands/topic-replay.ts');
      process.exitCode = await replayTopic(process.env, id, flags);
    });
}

/** Which home is read, and as whom. */
function addReading(command: Command): Command {
  return command
    .option('--url <url>', 'of the API; default AGENT_HOME_URL, else the home that runs here')
    .option(
      '--root <file>',
      'the root set to hold it to; default AGENT_HOME_ROOT, else that of the home here',
    )
    .option('--as <file>', 'read as the agent whose identity this is, where a home shows less to everybody');
}
