import { project, scope } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { CreateFlags } from './create.ts';

export const agentsCreate = defineCommand<CreateFlags, [string | undefined]>({
  name: 'agents create',

  summary: 'create an agent of your own, by questions at a terminal or by flags',
  usage: '[name]',
  examples: [
    'agent-home agents create',
    'agent-home agents create my-reviewer --template code-review --tools read_file,list_files',
  ],
  options: [
    {
      flags: '--template <name>',
      summary: 'begin from: debugging, code-review, documentation, testing, security, or your own',
    },
    { flags: '--title <text>', summary: 'name to show' },
    { flags: '--description <text>', summary: 'purpose, in one line' },
    { flags: '--model <name>', summary: 'one of the settings’ models; default: their default' },
    { flags: '--tools <names>', summary: 'tools it may use, comma-separated, and nothing else' },
    { flags: '--mcp <servers>', summary: 'MCP servers of the settings, comma-separated' },
    scope,
    { flags: '--global', summary: 'the same as --scope global', default: false },
    {
      flags: '--extended',
      summary: 'prompt for triggers, handoffs, guardrails, memory, a graph and tracing as well',
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
