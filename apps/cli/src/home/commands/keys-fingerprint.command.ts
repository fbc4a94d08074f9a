import { defineCommand } from '../../command-line/define-command.ts';

export const keysFingerprint = defineCommand({
  name: 'keys fingerprint',

  summary: 'print the fingerprint of the root set',
  examples: ['agent-home keys fingerprint'],
  needsHome: false,
  misuse: 1,
  run: async () => (await import('./keys.ts')).printFingerprint(process.env),
});
