import { report } from '../../../command-line/common-options.ts';
import { defineCommand } from '../../../command-line/define-command.ts';
import type { ClientFlags } from './client.ts';

export const conformanceClient = defineCommand<ClientFlags, [string[]]>({
  name: 'conformance client',

  summary: 'check a client against hostile homes; pass the command of its driver after --',
  usage: '<command...>',
  examples: ['agent-home conformance client -- node driver.js'],
  options: [{ flags: '--timeout <seconds>', summary: 'seconds for one order', default: '30' }, ...report],
  needsHome: false,
  misuse: 2,
  run: async (flags, [command]) => (await import('./client.ts')).conformanceClient(command, flags),
});
