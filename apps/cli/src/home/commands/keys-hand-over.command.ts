import { rootKeys } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';

export const keysHandOver = defineCommand<{ to: string; rootKeys?: string }>({
  name: 'keys hand-over',

  summary: 'sign a statement that hands the bucket over to another home',
  examples: ['agent-home keys hand-over --to FINGERPRINT > hand-over.json'],
  options: [
    {
      flags: '--to <fingerprint>',
      summary: 'root fingerprint of the new home (keys fingerprint)',
      isRequired: true,
    },
    rootKeys,
  ],
  needsHome: false,
  misuse: 1,
  run: async (flags) => (await import('./keys.ts')).handOver(process.env, flags),
});
