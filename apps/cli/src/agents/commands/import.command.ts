import { project, scope } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { ImportFlags } from './import.ts';

export const agentsImport = defineCommand<ImportFlags, [string[]]>({
  name: 'agents import',

  summary:
    'import agents of Claude Code, Gemini CLI, GitHub Copilot, opencode or AGENTS.md; exit code 1 on failure',
  usage: '<files...>',
  examples: [
    'agent-home agents import .claude/agents/*.md --dry-run',
    'agent-home agents import AGENTS.md --name my-agent',
  ],
  options: [
    { ...scope, summary: 'project (default) or global' },
    { flags: '--name <name>', summary: 'name of the agent, for one file' },
    { flags: '--dry-run', summary: 'print the report only', default: false },
    project,
  ],
  outputs: { formats: ['table', 'json'] },
  isBrief: true,
  needsHome: false,
  misuse: 2,
  run: async (flags, [files]) => (await import('./import.ts')).importAgents(files, flags),
});
