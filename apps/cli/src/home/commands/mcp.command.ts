import { homeUrl } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { McpFlags } from './mcp.ts';

export const mcp = defineCommand<McpFlags>({
  name: 'mcp',

  summary: 'run an MCP server through which an assistant lives in a home as an agent',
  examples: [
    'agent-home mcp --key assistant/identity',
    'agent-home mcp --key assistant/identity --http 7332',
  ],
  options: [
    { flags: '--key <file>', summary: 'key of the agent, created where there is none', isRequired: true },
    homeUrl,
    {
      flags: '--root <file>',
      summary: 'root set you trust the home by; default: the one that join pinned, AGENT_HOME_ROOT',
    },
    { flags: '--name <name>', summary: 'name on its card, when it registers', default: 'Assistant' },
    { flags: '--id <id>', summary: 'agent id to request, when it registers' },
    {
      flags: '--http <port>',
      summary: 'serve streamable HTTP on 127.0.0.1 in place of the standard streams',
    },
  ],
  needsHome: false,
  misuse: 1,
  run: async (flags, _, { version }) => (await import('./mcp.ts')).mcp(process.env, flags, version),
});
