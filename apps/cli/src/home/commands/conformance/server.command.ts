import { report } from '../../../command-line/common-options.ts';
import { defineCommand } from '../../../command-line/define-command.ts';
import type { ServerFlags } from './server.ts';

export const conformanceServer = defineCommand<ServerFlags, [string]>({
  name: 'conformance server',

  summary: 'check a home against the protocol from outside; exit code 1 where it fails',
  usage: '<url>',
  examples: ['agent-home conformance server http://127.0.0.1:4600 --trust-root root.json'],
  options: [
    { flags: '--trust-root <file>', summary: 'root set you trust the home by', isRequired: true },
    {
      flags: '--token-file <file>',
      summary: 'token of an operator: opens topics for the run, and admits its agents',
    },
    {
      flags: '--topic <id>',
      summary: 'without a token: a public turn_queue or freeform topic the kit may speak in',
    },
    ...report,
  ],
  needsHome: false,
  misuse: 2,
  run: async (flags, [url]) => (await import('./server.ts')).conformanceServer(url, flags),
});
