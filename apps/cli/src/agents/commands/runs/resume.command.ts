import {
  noWait,
  project,
  quiet,
  runFormats,
  runsFolder,
  verbose,
} from '../../../command-line/common-options.ts';
import { defineCommand } from '../../../command-line/define-command.ts';
import type { OutputFlags } from '../../running/run-output.ts';
import type { RunsFlags } from '../../runs/open-runs.ts';
import { getRunId, run } from './named-run.ts';

export const runsResume = defineCommand<
  RunsFlags & OutputFlags & { project?: string; wait: boolean },
  [string]
>({
  name: 'runs resume',
  usage: '<run>',
  arguments: { run },
  summary: 'resume a run after a crash or an approval',
  examples: ['agent-home runs resume RUN'],
  options: [project, noWait, runsFolder, verbose, quiet],
  outputs: { formats: runFormats },
  needsHome: false,
  misuse: 2,
  run: async (flags, [named]) => (await import('./resume.ts')).resumeRun(await getRunId(named, flags), flags),
});
