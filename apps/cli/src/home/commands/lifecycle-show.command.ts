import { defineCommand } from '../../command-line/define-command.ts';

export const lifecycleShow = defineCommand({
  name: 'lifecycle show',

  summary: 'print the retention table and the rules of the bucket',
  examples: ['agent-home lifecycle show'],
  needsHome: 'database',
  misuse: 1,
  run: async () => (await import('./lifecycle.ts')).showLifecycle(process.env),
});
