import { runsFolder, wholeNumber } from '../../../command-line/common-options.ts';
import { defineCommand } from '../../../command-line/define-command.ts';
import type { ServeFlags } from './serve.ts';

export const runsServe = defineCommand<ServeFlags>({
  name: 'runs serve',
  summary: 'show the runs as a web page on this machine, until Ctrl-C',
  examples: ['agent-home runs serve', 'agent-home runs serve --port 4610 --open'],
  options: [
    {
      flags: '--port <n>',
      summary: 'port; default: one that is free',
      parse: wholeNumber(0, 65_535, 'a port'),
    },
    { flags: '--open', summary: 'open the runs page in the browser', default: false },
    runsFolder,
  ],
  needsHome: false,
  misuse: 2,
  run: async (flags) => (await import('./serve.ts')).serveRuns(process.env, flags),
});
