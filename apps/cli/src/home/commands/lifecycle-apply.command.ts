import { dryRun } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';

export const lifecycleApply = defineCommand<{ dryRun: boolean }>({
  name: 'lifecycle apply',

  summary: 'apply the retention rules to the bucket; other rules stay',
  examples: ['agent-home lifecycle apply --dry-run'],
  options: [dryRun],
  needsHome: 'database',
  misuse: 1,
  run: async (flags) => (await import('./lifecycle.ts')).applyLifecycleTable(process.env, flags),
});
