import { type Command, Option } from 'commander';
import type { CreateFlags } from '../commands/agents/create.ts';
import type { DeleteFlags } from '../commands/agents/delete.ts';
import type { EditFlags } from '../commands/agents/edit.ts';
import type { ImportFlags } from '../commands/agents/import.ts';

/** Commands by which the files of agents are made, changed and removed. */
export function addAgentFileCommands(agents: Command): void {
  addCreate(agents);
  inProject(agents.command('edit <name>'))
    .description('its file in VISUAL or EDITOR, checked before it is saved; exit code 1 where it was not')
    .addOption(scopes('whose, where both have it'))
    .action(async (name: string, flags: EditFlags) => {
      process.exitCode = await (await import('../commands/agents/edit.ts')).editAgent(name, flags);
    });
  inProject(agents.command('delete <name>'))
    .description(
      'its file and its context, after a question; its runs stay; exit code 1 where nobody said yes',
    )
    .addOption(scopes('whose, where both have it'))
    .option('--yes', 'ask nothing', false)
    .addOption(formats())
    .action(async (name: string, flags: DeleteFlags) => {
      process.exitCode = await (await import('../commands/agents/delete.ts')).deleteAgent(name, flags);
    });
  inProject(agents.command('import <files...>'))
    .description(
      'import agents of Claude Code, Gemini CLI, GitHub Copilot and opencode, or AGENTS.md; exit code 1 if one was refused',
    )
    .addOption(scopes('of this project (default), or for every project'))
    .option('--name <name>', 'name of the agent, if one file is imported')
    .option('--dry-run', 'the report alone: nothing is written', false)
    .addOption(formats())
    .action(async (files: string[], flags: ImportFlags) => {
      process.exitCode = (await import('../commands/agents/import.ts')).importAgents(files, flags);
    });
}

function addCreate(agents: Command): void {
  inProject(agents.command('create [name]'))
    .description('an agent of your own: asked at a terminal; told by flags, nothing is asked')
    .option(
      '--template <name>',
      'begin from: debugging, code-review, documentation, testing, security, or your own',
    )
    .option('--title <text>', 'what it is called')
    .option('--description <text>', 'what it is for, in one line')
    .option('--model <name>', 'one of the settings’ models; without it their default')
    .option('--tools <names>', 'what it may use, comma-separated, and nothing else')
    .option('--mcp <servers>', 'MCP servers of the settings, comma-separated')
    .addOption(scopes('for this project, or for every project'))
    .option('--global', 'the same as --scope global', false)
    .option(
      '--extended',
      'ask for triggers, handoffs, guardrails, memory, a graph and tracing as well',
      false,
    )
    .addOption(formats())
    .action(async (name: string | undefined, flags: CreateFlags) =>
      (await import('../commands/agents/create.ts')).createAgent(name, flags),
    );
}

function inProject(command: Command): Command {
  return command.option('--project <folder>', 'the folder that has agents/; default: where you are');
}

function scopes(description: string): Option {
  return new Option('--scope <scope>', description).choices(['project', 'global']);
}

function formats(): Option {
  return new Option('--format <format>', 'how').choices(['table', 'json']).default('table');
}
