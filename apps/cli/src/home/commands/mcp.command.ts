import { homeUrl, runsFolder } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { McpFlags } from './mcp.ts';

export const mcp = defineCommand<McpFlags>({
  name: 'mcp',

  summary: 'run an MCP server that gives an assistant access to a home as an agent',
  examples: [
    'agent-home mcp --key assistant/identity',
    'agent-home mcp --agent agents/assistant.md --home http://127.0.0.1:4600',
    'agent-home mcp --key assistant/identity --http 7332',
  ],
  options: [
    { flags: '--key <file>', summary: 'agent key, created if missing; needless with --agent' },
    {
      flags: '--agent <agent>',
      summary: 'file or NAME@VERSION whose policies decide on calls, each recorded in a run',
    },
    homeUrl,
    {
      flags: '--root <file>',
      summary: 'root set of the home; default: pinned by join, or AGENT_HOME_ROOT',
    },
    { flags: '--name <name>', summary: 'name on the card, for registration', default: 'Assistant' },
    { flags: '--id <id>', summary: 'agent id to request, for registration' },
    {
      flags: '--token-file <file>',
      summary: 'token of the owner of NAME@VERSION; default: AGENT_HOME_TOKEN',
    },
    { flags: '--state <folder>', summary: 'folder of the key of --agent; default: in the state folder' },
    runsFolder,
    { flags: '--mirror', summary: 'send the runs of --agent to the home, where its owner reads them' },
    {
      flags: '--http <port>',
      summary: 'serve streamable HTTP on 127.0.0.1 instead of stdio',
    },
  ],
  needsHome: false,
  misuse: 1,
  run: async (flags, _, { version }) => (await import('./mcp.ts')).mcp(process.env, flags, version),
});
