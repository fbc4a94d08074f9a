import { defineCommand } from '../../command-line/define-command.ts';

export const tokenCreate = defineCommand<object, [string]>({
  name: 'token create',

  summary: 'create an admin token and print it once',
  usage: '<label>',
  examples: ['agent-home token create laptop'],
  needsHome: 'database',
  misuse: 1,
  run: async (_, [label]) => (await import('./token.ts')).createAdminToken(label),
});
