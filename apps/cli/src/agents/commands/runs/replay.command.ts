import { runsFolder } from '../../../command-line/common-options.ts';
import { defineCommand } from '../../../command-line/define-command.ts';
import type { RunsFlags } from '../../runs/open-runs.ts';
import { getRunId, run } from './named-run.ts';

export const runsReplay = defineCommand<RunsFlags, [string]>({
  name: 'runs replay',
  usage: '<run>',
  arguments: { run },
  summary: 'replay a log from its inputs and compare it byte by byte',
  examples: ['agent-home runs replay RUN'],
  options: [runsFolder],
  needsHome: false,
  misuse: 2,
  run: async (flags, [named]) =>
    (await import('./replay.ts')).replayRun(process.env, await getRunId(named, flags), flags),
});
