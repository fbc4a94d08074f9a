import type { Command } from 'commander';
import type { McpFlags } from '../commands/mcp.ts';

/** An assistant that speaks MCP, as an agent of a home. */
export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description('an MCP server: the assistant that starts it lives in a home as an agent')
    .requiredOption('--key <file>', 'the agent’s key; made where there is none')
    .option('--home <url>', 'where the home is; default AGENT_HOME_URL, or the one on this machine')
    .option('--root <file>', 'the root set you hold it to; default the one that join pinned, AGENT_HOME_ROOT')
    .option('--name <name>', 'what its card says it is called, when it registers', 'Assistant')
    .option('--id <id>', 'the agent id to ask for, when it registers')
    .option('--http <port>', 'serve streamable HTTP on 127.0.0.1 instead of the standard streams')
    .action(async (flags: McpFlags) =>
      (await import('../commands/mcp.ts')).mcp(process.env, flags, program.version() ?? ''),
    );
}
