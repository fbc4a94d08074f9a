import type { Command } from 'commander';
import type { ClientFlags } from '../commands/conformance/client.ts';
import type { ServerFlags } from '../commands/conformance/server.ts';
import { withExitCodes } from './exit-codes.ts';

/** Whether a home, or a client, is what the protocol says. */
export function addConformanceCommands(program: Command): void {
  const group = withExitCodes(
    program.command('conformance').description('hold a home, or a client, against docs/protocol'),
  );
  withReport(
    group
      .command('server <url>')
      .description('hold a home against the protocol from outside; exit code 1 where it fails')
      .requiredOption('--trust-root <file>', 'the root set you hold it to')
      .option('--token-file <file>', 'an operator’s token: opens topics for the run, and admits its agents')
      .option('--topic <id>', 'without a token: a public turn_queue or freeform topic the kit may speak in'),
  ).action(async (url: string, flags: ServerFlags) => {
    process.exitCode = await (await import('../commands/conformance/server.ts')).conformanceServer(
      url,
      flags,
    );
  });
  withReport(
    group
      .command('client <command...>')
      .description(
        'hold a client against the protocol, at hostile homes; after --, the command that starts its driver',
      )
      .option('--timeout <seconds>', 'how long the client may take for one order', '30'),
  ).action(async (command: string[], flags: ClientFlags) => {
    process.exitCode = await (await import('../commands/conformance/client.ts')).conformanceClient(
      command,
      flags,
    );
  });
}

function withReport(command: Command): Command {
  return command
    .option('--format <format>', 'table, or json for one document', 'table')
    .option('--junit <file>', 'write JUnit’s XML to a file, too');
}
