import { defineCommand } from '../../command-line/define-command.ts';

export const doctor = defineCommand<{ json: boolean }>({
  name: 'doctor',

  summary: 'check a deployment and print a remedy for each fault; exit code 1 on failure',
  examples: ['agent-home doctor', 'agent-home doctor --json'],
  needsHome: 'database',
  outputs: { json: 'document' },
  misuse: 1,
  run: async (flags) => (await import('./doctor.ts')).doctor(process.env, flags),
});
