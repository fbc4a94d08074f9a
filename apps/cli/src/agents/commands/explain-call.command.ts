import { project } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { ExplainFlags } from '../running/explain-flags.ts';

export const explainCall = defineCommand<ExplainFlags, [string, string, string | undefined]>({
  name: 'explain-call',

  summary: 'explain the policy decision on a call; calls nothing',
  usage: '<agent> <tool> [arguments]',
  examples: [
    'agent-home explain-call my-agent write_file \'{"path": "notes.md", "content": "x"}\'',
    'agent-home explain-call my-agent read_file --tainted',
  ],
  options: [
    { flags: '--tainted', summary: 'assume text of others in the run', default: false },
    { flags: '--origin <origin>', summary: 'assume this origin of the run', default: 'user' },
    { flags: '--time <time>', summary: 'assume this time, as 2026-05-01T08:00:00Z' },
    { flags: '--calls <number>', summary: 'assume this number of earlier calls', default: '0' },
    {
      flags: '--servers',
      summary: 'start the MCP servers to list their tools',
      default: false,
    },
    project,
  ],
  outputs: { formats: ['table', 'json'] },
  needsHome: false,
  misuse: 2,
  run: async (flags, [agent, tool, given]) =>
    (await import('./explain-call.ts')).printCallExplanation({ agent, tool, arguments: given }, flags),
});
