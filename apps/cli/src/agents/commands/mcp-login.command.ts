import { project, wholeNumber } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { LoginFlags } from './mcp-login.ts';

export const agentsMcpLogin = defineCommand<LoginFlags, [string]>({
  name: 'agents mcp login',

  summary: 'open the browser to log in at an MCP server',
  usage: '<server>',
  examples: ['agent-home agents mcp login tickets'],
  options: [
    {
      flags: '--timeout <seconds>',
      summary: 'seconds to wait for the browser',
      parse: wholeNumber(1, 86_400, 'whole seconds'),
      default: 300,
    },
    project,
  ],
  needsHome: false,
  misuse: 2,
  run: async (flags, [server]) => (await import('./mcp-login.ts')).logIn(server, flags),
});
