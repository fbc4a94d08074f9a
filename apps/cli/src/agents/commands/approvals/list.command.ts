import { runsFolder } from '../../../command-line/common-options.ts';
import { defineCommand } from '../../../command-line/define-command.ts';
import type { RunsFlags } from '../../runs/open-runs.ts';

export const approvalsList = defineCommand<RunsFlags & { format: 'table' | 'json' }>({
  name: 'approvals list',

  summary: 'list open approvals, oldest first',
  examples: ['agent-home approvals list'],
  options: [runsFolder],
  outputs: { formats: ['table', 'json'] },
  isBrief: true,
  needsHome: false,
  misuse: 2,
  run: async (flags) => (await import('./list.ts')).listApprovals(process.env, flags),
});
