import { defineCommand } from '../../command-line/define-command.ts';

export const doctor = defineCommand<{ json: boolean }>({
  name: 'doctor',

  summary:
    'check a deployment from outside, with the remedy for each fault; exit code 1 where something fails',
  examples: ['agent-home doctor', 'agent-home doctor --json'],
  needsHome: 'database',
  outputs: { json: 'document' },
  misuse: 1,
  run: async (flags) => (await import('./doctor.ts')).doctor(process.env, flags),
});
