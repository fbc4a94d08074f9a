import { type Command, Option } from 'commander';
import type { AskFlags } from '../commands/agents/ask.ts';
import type { ContextFlags } from '../commands/agents/context.ts';
import type { RoutesFlags } from '../commands/agents/routes.ts';
import { withExitCodes } from './exit-codes.ts';
import { formats, inFolder } from './run-commands.ts';

/** Prompts that name no agent, and what agents go on with. */
export function addRoutingCommands(program: Command, agents: Command): void {
  inFolder(inProject(withExitCodes(program.command('ask [text]'))))
    .description(
      'send a prompt, or what is piped in, to the agent whose triggers take it; then as agents run',
    )
    .option('--agent <name>', 'to this one, whatever routing would choose')
    .option('--session <id>', 'go on with this session')
    .option('--new', 'begin a session; without it the agent’s last one here goes on', false)
    .option('--no-wait', 'fail where a person would have to be waited for')
    .addOption(formats('text', 'json'))
    .action(async (text: string | undefined, flags: AskFlags) => {
      process.exitCode = await (await import('../commands/agents/ask.ts')).ask(text, flags);
    });
  inProject(agents.command('routes [text]'))
    .description('which triggers there are; of a prompt, who would get it and why')
    .option('--misses', 'prompts that somebody sent elsewhere, newest first', false)
    .addOption(formats('table', 'json'))
    .action(async (text: string | undefined, flags: RoutesFlags) =>
      (await import('../commands/agents/routes.ts')).tellRoutes(text, flags),
    );
  addContexts(agents);
}

function addContexts(agents: Command): void {
  const context = agents
    .command('context')
    .description('what an agent’s next run is told of those before it');
  const commands = () => import('../commands/agents/context.ts');
  inFolder(inProject(context.command('list')))
    .description('the contexts that agents here go on with')
    .addOption(formats('text', 'json'))
    .action(async (flags: ContextFlags) => (await commands()).listAgentContexts(flags));
  ofSession(context.command('show <agent>'))
    .description('what was said, whole')
    .addOption(formats('text', 'json'))
    .action(async (agent: string, flags: ContextFlags) => (await commands()).showContext(agent, flags));
  ofSession(context.command('export <agent>'))
    .description('the whole context as JSON')
    .option('--to <file>', 'into a file that is not there yet')
    .addOption(new Option('--format <format>', 'what is printed').choices(['json']).default('json'))
    .action(async (agent: string, flags: ContextFlags & { to?: string }) =>
      (await commands()).exportContext(agent, flags),
    );
  inFolder(inProject(context.command('clear <agent>')))
    .description('its next run begins a session; logs stay; exit code 1 where somebody who was asked says no')
    .option('--yes', 'do not ask', false)
    .addOption(formats('text', 'json'))
    .action(async (agent: string, flags: ContextFlags & { yes: boolean }) => {
      process.exitCode = await (await commands()).clearAgentContext(agent, flags);
    });
}

function ofSession(command: Command): Command {
  return inFolder(inProject(command)).option(
    '--session <id>',
    'of this session; without it the one that its next run goes on with',
  );
}

function inProject(command: Command): Command {
  return command.option('--project <folder>', 'the folder that has agents/; default: where you are');
}
