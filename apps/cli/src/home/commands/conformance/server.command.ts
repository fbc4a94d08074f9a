import { report } from '../../../command-line/common-options.ts';
import { defineCommand } from '../../../command-line/define-command.ts';
import type { ServerFlags } from './server.ts';

export const conformanceServer = defineCommand<ServerFlags, [string]>({
  name: 'conformance server',

  summary: 'check a home against the protocol; exit code 1 on failure',
  usage: '<url>',
  examples: ['agent-home conformance server http://127.0.0.1:4600 --trust-root root.json'],
  options: [
    { flags: '--trust-root <file>', summary: 'root set of the home', isRequired: true },
    {
      flags: '--token-file <file>',
      summary: 'operator token, to open topics and admit agents',
    },
    {
      flags: '--topic <id>',
      summary: 'public turn_queue or freeform topic, if no token is given',
    },
    ...report,
  ],
  needsHome: false,
  misuse: 2,
  run: async (flags, [url]) => (await import('./server.ts')).conformanceServer(url, flags),
});
