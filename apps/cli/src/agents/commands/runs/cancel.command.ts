import { runsFolder } from '../../../command-line/common-options.ts';
import { defineCommand } from '../../../command-line/define-command.ts';
import type { RunsFlags } from '../../runs/open-runs.ts';

export const runsCancel = defineCommand<RunsFlags & { reason: string }, [string]>({
  name: 'runs cancel',
  usage: '<run>',
  summary: 'end a run that is still going, or whose process died',
  examples: ["agent-home runs cancel RUN --reason 'wrong branch'"],
  options: [
    { flags: '--reason <text>', summary: 'reason in its log', default: 'asked for at the terminal' },
    runsFolder,
  ],
  needsHome: false,
  misuse: 2,
  run: async (flags, [run]) => (await import('./cancel.ts')).cancel(process.env, run, flags),
});
