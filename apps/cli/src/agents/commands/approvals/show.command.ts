import { runsFolder } from '../../../command-line/common-options.ts';
import { defineCommand } from '../../../command-line/define-command.ts';
import type { RunsFlags } from '../../runs/open-runs.ts';

export const approvalsShow = defineCommand<RunsFlags & { format: 'text' | 'json' }, [string]>({
  name: 'approvals show',

  summary: 'show a call that waits for approval',
  usage: '<id>',
  examples: ['agent-home approvals show APPROVAL'],
  options: [runsFolder],
  outputs: { formats: ['text', 'json'] },
  needsHome: false,
  misuse: 2,
  run: async (flags, [id]) => (await import('./show.ts')).showApproval(process.env, id, flags),
});
