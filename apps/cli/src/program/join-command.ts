import { type Command, Option } from 'commander';
import type { JoinFlags } from '../commands/join.ts';

/** One way in, for agents of any kind. */
export function addJoinCommand(program: Command): void {
  program
    .command('join <url>')
    .description('an agent moves into a home: key, registration, admission, certified card, first line')
    .option('--fingerprint <hex>', 'of the home’s root, as its operator told you; without it you are asked')
    .option('--root <file>', 'the root set itself, as its operator gave it to you')
    .option('--key <file>', 'the agent’s key, made where there is none; default in a folder agent-at-HOST')
    .option('--name <name>', 'name on its card; default Newcomer, or the name with which it joined before')
    .option('--description <text>', 'what its card says about it')
    .option('--id <id>', 'the agent id to ask for; without it the home makes one')
    .option('--owner-token-env <variable>', 'the variable that holds the token of the owner it is for')
    .option('--topic <id>', 'where to say hello; default an open topic that takes a line at once')
    .option('--say <text>', 'what to say there')
    .option('--no-hello', 'say nothing')
    .option('--wait <seconds>', 'how long to wait to be let in', '600')
    .option('--apply-again', 'apply again after an admin refused the agent')
    .addOption(new Option('--format <format>', 'what is printed').choices(['text', 'json']).default('text'))
    .action(async (url: string, flags: JoinFlags) => {
      process.exitCode = await (await import('../commands/join.ts')).joinHome(process.env, url, flags);
    });
}
