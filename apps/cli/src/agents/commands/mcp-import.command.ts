import { dryRun, project, scopeOfProject } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { McpImportFlags } from './mcp-import.ts';

export const agentsMcpImport = defineCommand<McpImportFlags, [string]>({
  name: 'agents mcp import',

  summary: 'add the servers of a .mcp.json to the settings',
  usage: '<file>',
  examples: ['agent-home agents mcp import .mcp.json'],
  options: [{ ...scopeOfProject, summary: 'settings to change' }, dryRun, project],
  outputs: { formats: ['table', 'json'] },
  needsHome: false,
  misuse: 2,
  run: async (flags, [file]) => (await import('./mcp-import.ts')).importServers(file, flags),
});
