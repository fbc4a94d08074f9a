import { noWait, project, runsFolder } from '../../../command-line/common-options.ts';
import { defineCommand } from '../../../command-line/define-command.ts';
import { getRunId, run } from './named-run.ts';
import type { RunsFlags } from '../../runs/open-runs.ts';

export const runsResume = defineCommand<
  RunsFlags & { project?: string; format: 'text' | 'json'; wait: boolean },
  [string]
>({
  name: 'runs resume',
  usage: '<run>',
  arguments: { run },
  summary: 'resume a run after a crash or an approval',
  examples: ['agent-home runs resume RUN'],
  options: [project, noWait, runsFolder],
  outputs: { formats: ['text', 'json'] },
  needsHome: false,
  misuse: 2,
  run: async (flags, [named]) =>
    (await import('./resume.ts')).resumeRun(await getRunId(named, flags), flags),
});
