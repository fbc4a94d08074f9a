import { rootKeys } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';

export const keysHandOver = defineCommand<{ to: string; rootKeys?: string }>({
  name: 'keys hand-over',

  summary: 'print the statement that gives the bucket of this home to another, signed by its root keys',
  examples: ['agent-home keys hand-over --to FINGERPRINT > hand-over.json'],
  options: [
    {
      flags: '--to <fingerprint>',
      summary: 'fingerprint of the root set that takes over (keys fingerprint)',
      isRequired: true,
    },
    rootKeys,
  ],
  needsHome: false,
  misuse: 1,
  run: async (flags) => (await import('./keys.ts')).handOver(process.env, flags),
});
