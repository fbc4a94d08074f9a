import { project } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { LoginFlags } from './mcp-login.ts';

export const agentsMcpLogout = defineCommand<LoginFlags, [string]>({
  name: 'agents mcp logout',

  summary: 'delete a login; exit code 1 if there is none',
  usage: '<server>',
  examples: ['agent-home agents mcp logout tickets'],
  options: [project],
  needsHome: false,
  misuse: 2,
  run: async (flags, [server]) => (await import('./mcp-login.ts')).logOut(server, flags),
});
