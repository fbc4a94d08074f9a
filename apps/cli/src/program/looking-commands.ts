import type { Command } from 'commander';

/** Whether a home is well, why it decides as it does, and what it could not handle. */
export function addLookingCommands(program: Command): void {
  program
    .command('doctor')
    .description('check a deployment from outside, and say what to do; exit code 1 where something fails')
    .option('--json', 'one JSON document', false)
    .action(async (options: { json: boolean }) => {
      process.exitCode = await (await import('../commands/doctor.ts')).doctor(process.env, options);
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
          return (await import('../commands/explain.ts')).explain(
            process.env,
            { agentId, grant, id },
            options,
          );
        const asked = { agentId, topicId: id, messageId };
        await (await import('../commands/explain-message.ts')).tellMessage(process.env, asked, options);
      },
    );

  const events = program
    .command('events')
    .description('what the store told of, and what could not be handled');
  events
    .command('list')
    .description('object events as they were received; with --dead what could not be handled')
    .option('--dead', 'dead letters', false)
    .option('--limit <number>', 'at most so many', '50')
    .option('--json', 'one JSON document', false)
    .action(async (options: { dead: boolean; json: boolean; limit: string }) =>
      (await import('../commands/events.ts')).listEvents(process.env, {
        ...options,
        limit: Math.min(500, Math.max(1, Number(options.limit) || 50)),
      }),
    );
  events
    .command('show <id>')
    .description('one event or one dead letter')
    .action(async (id: string) => (await import('../commands/events.ts')).showEvent(process.env, id));
  events
    .command('replay [ids...]')
    .description('put dead letters back to work; harmless where they have been handled since')
    .option('--all', 'all of them', false)
    .action(async (ids: string[], options: { all: boolean }) => {
      process.exitCode = await (await import('../commands/events.ts')).replayEvents(
        process.env,
        ids,
        options,
      );
    });
}
