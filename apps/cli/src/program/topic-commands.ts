import type { Command } from 'commander';
import type { ReadingFlags } from '../local/open-reading.ts';

/** A topic, as anybody may read it. */
export function addTopicCommands(program: Command): void {
  const topic = program.command('topic').description('look at a topic, as everybody may or as an agent');
  for (const [name, description, run] of [
    [
      'watch',
      'follow a conversation, each line verified',
      async (id: string, flags: ReadingFlags) =>
        (await import('../commands/topic-watch.ts')).watchTopic(process.env, id, flags),
    ],
    [
      'replay',
      'judge a topic again from its ledger and compare',
      async (id: string, flags: ReadingFlags) => {
        const { replayTopic } = await import('../commands/topic-replay.ts');
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
}
