import { project, scope } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { CreateFlags } from './create.ts';

export const agentsCreate = defineCommand<CreateFlags, [string | undefined]>({
  name: 'agents create',

  summary: 'create an agent by prompts or flags',
  usage: '[name]',
  examples: [
    'agent-home agents create',
    'agent-home agents create my-reviewer --template code-review --tools read_file,list_files',
  ],
  options: [
    {
      flags: '--template <name>',
      summary: 'template: debugging, code-review, documentation, testing, security, or your own',
    },
    { flags: '--title <text>', summary: 'display name' },
    { flags: '--description <text>', summary: 'purpose in one line' },
    { flags: '--model <name>', summary: 'model of the settings; default: their default' },
    { flags: '--tools <names>', summary: 'allowed tools, comma-separated' },
    { flags: '--mcp <servers>', summary: 'allowed MCP servers, comma-separated' },
    scope,
    { flags: '--global', summary: 'short for --scope global', default: false },
    {
      flags: '--extended',
      summary: 'also prompt for triggers, handoffs, guardrails, memory, graph and tracing',
      default: false,
    },
    project,
  ],
  outputs: { formats: ['table', 'json'] },
  isBrief: true,
  needsHome: false,
  misuse: 2,
  run: async (flags, [name]) => (await import('./create.ts')).createAgent(name, flags),
});
