import { runsFolder } from '../../../command-line/common-options.ts';
import { defineCommand } from '../../../command-line/define-command.ts';
import type { RunsFlags } from '../../runs/open-runs.ts';
import { getRunId, run } from './named-run.ts';

export const runsWatch = defineCommand<RunsFlags, [string | undefined]>({
  name: 'runs watch',
  usage: '[run]',
  arguments: { run },
  summary: 'follow a run until it ends; default: the newest',
  examples: ['agent-home runs watch'],
  options: [runsFolder],
  needsHome: false,
  misuse: 2,
  run: async (flags, [named = 'latest']) =>
    (await import('./watch.ts')).watchRun(process.env, await getRunId(named, flags), flags),
});
