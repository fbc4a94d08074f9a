import { dryRun } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';

export const bucketProtect = defineCommand<{ dryRun: boolean }>({
  name: 'bucket protect',

  summary: 'block public access and overwriting by agents (OSS)',
  examples: ['agent-home bucket protect --dry-run'],
  options: [dryRun],
  needsHome: 'database',
  misuse: 1,
  run: async (flags) => (await import('./bucket-protect.ts')).protectHomeBucket(process.env, flags),
});
