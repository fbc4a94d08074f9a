import { type Command, InvalidArgumentError, Option } from 'commander';
import type { McpImportFlags } from '../commands/agents/mcp-import.ts';
import type { LoginFlags } from '../commands/agents/mcp-login.ts';

/** MCP servers of the settings. */
export function addMcpCommands(agents: Command): void {
  const mcp = agents
    .command('mcp')
    .description('add MCP servers of other programs, and manage logins at those that are reached by a url');
  const commands = () => import('../commands/agents/mcp-login.ts');
  addProject(mcp.command('import <file>'))
    .description('add the servers of a .mcp.json, as agent-home agents mcp import .mcp.json')
    .addOption(
      new Option('--scope <scope>', 'settings that get the servers')
        .choices(['project', 'global'])
        .default('project'),
    )
    .option('--dry-run', 'print what would be added, and write nothing', false)
    .addOption(
      new Option('--format <format>', 'form of the output').choices(['table', 'json']).default('table'),
    )
    .action(async (file: string, flags: McpImportFlags) => {
      const { importServers } = await import('../commands/agents/mcp-import.ts');
      process.exitCode = importServers(file, flags);
    });
  addProject(mcp.command('login <server>'))
    .description('open the browser to log in at a server, as agent-home agents mcp login tickets')
    .option('--timeout <seconds>', 'how long to wait for the browser', secondsOf, 300)
    .action(async (server: string, flags: LoginFlags) => (await commands()).logIn(server, flags));
  addProject(mcp.command('logout <server>'))
    .description('delete a login from this machine; exit code 1 where there was none')
    .action(async (server: string, flags: LoginFlags) => {
      process.exitCode = await (await commands()).logOut(server, flags);
    });
}

function addProject(command: Command): Command {
  return command.option('--project <folder>', 'folder that has agents/, the working directory without it');
}

function secondsOf(text: string): number {
  const seconds = Number(text);
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > 86_400)
    throw new InvalidArgumentError('name whole seconds, from 1 to 86400');
  return seconds;
}
