import { republish, takeOver } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';

interface WorkerFlags {
  pulseFile?: string;
  takeOver?: string;
  republish: boolean;
}

export const worker = defineCommand<WorkerFlags>({
  name: 'worker',

  summary: 'run the worker, configured by environment variables',
  examples: ['agent-home worker --pulse-file /run/agent-home/pulse'],
  options: [
    {
      flags: '--pulse-file <path>',
      summary: 'file to write every five seconds while healthy',
    },
    takeOver,
    republish,
  ],
  needsHome: false,
  misuse: 1,
  run: async (flags) => (await import('./serve.ts')).serveWorker(flags),
});
