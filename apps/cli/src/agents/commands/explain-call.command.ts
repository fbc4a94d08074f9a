import { project } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { ExplainFlags } from '../running/explain-flags.ts';

export const explainCall = defineCommand<ExplainFlags, [string, string, string | undefined]>({
  name: 'explain-call',

  summary: 'show how a call would be decided, and by which rules; calls nothing',
  usage: '<agent> <tool> [arguments]',
  examples: [
    'agent-home explain-call my-agent write_file \'{"path": "notes.md", "content": "x"}\'',
    'agent-home explain-call my-agent read_file --tainted',
  ],
  options: [
    { flags: '--tainted', summary: 'decide as if words of others were in the run', default: false },
    { flags: '--origin <origin>', summary: 'decide as if this had started the run', default: 'user' },
    { flags: '--time <time>', summary: 'decide as if it were then, as 2026-05-01T08:00:00Z' },
    { flags: '--calls <number>', summary: 'decide as if so many calls had been made', default: '0' },
    {
      flags: '--servers',
      summary: 'start the MCP servers of the agent, to list their tools',
      default: false,
    },
    project,
  ],
  outputs: { formats: ['table', 'json'] },
  needsHome: false,
  misuse: 2,
  run: async (flags, [agent, tool, given]) =>
    (await import('./explain-call.ts')).tellCall({ agent, tool, arguments: given }, flags),
});
