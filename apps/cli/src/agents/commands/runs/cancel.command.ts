import { runsFolder } from '../../../command-line/common-options.ts';
import { defineCommand } from '../../../command-line/define-command.ts';
import type { RunsFlags } from '../../runs/open-runs.ts';
import { getRunId, run } from './named-run.ts';

export const runsCancel = defineCommand<RunsFlags & { reason: string }, [string]>({
  name: 'runs cancel',
  usage: '<run>',
  arguments: { run },
  summary: 'cancel a run',
  examples: ["agent-home runs cancel RUN --reason 'wrong branch'"],
  options: [
    { flags: '--reason <text>', summary: 'reason for the log', default: 'cancelled at the terminal' },
    runsFolder,
  ],
  needsHome: false,
  misuse: 2,
  run: async (flags, [named]) =>
    (await import('./cancel.ts')).cancel(process.env, await getRunId(named, flags), flags),
});
