import { runsFolder } from '../../../command-line/common-options.ts';
import { defineCommand } from '../../../command-line/define-command.ts';
import type { RunsFlags } from '../../runs/open-runs.ts';

export const runsList = defineCommand<
  RunsFlags & { all?: boolean; agent?: string; session?: string; format: 'table' | 'json' }
>({
  name: 'runs list',

  summary: 'list runs, newest first',
  examples: ['agent-home runs list --agent my-agent'],
  options: [
    { flags: '--agent <name>', summary: 'runs of one agent' },
    { flags: '--session <id>', summary: 'runs of one session' },
    { flags: '--all', summary: 'also runs that another run delegated' },
    runsFolder,
  ],
  outputs: { formats: ['table', 'json'] },
  isBrief: true,
  needsHome: false,
  misuse: 2,
  run: async (flags) => (await import('./list.ts')).listRuns(process.env, flags),
});
