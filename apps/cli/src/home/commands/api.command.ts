import { takeOver } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';

export const api = defineCommand<{ takeOver?: string }>({
  name: 'api',

  summary: 'run the HTTP API, configured by environment variables',
  examples: ['agent-home api'],
  options: [takeOver],
  needsHome: false,
  misuse: 1,
  run: async (flags) => (await import('./serve.ts')).serveApi(flags),
});
