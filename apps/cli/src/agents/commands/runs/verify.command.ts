import { runsFolder } from '../../../command-line/common-options.ts';
import { defineCommand } from '../../../command-line/define-command.ts';
import type { RunsFlags } from '../../runs/open-runs.ts';
import { getRunId, run } from './named-run.ts';

export const runsVerify = defineCommand<RunsFlags & { format: 'text' | 'json' }, [string]>({
  name: 'runs verify',
  usage: '<run>',
  arguments: { run },
  summary: 'verify the hash chain, records, stored values and decisions of a run',
  examples: ['agent-home runs verify RUN'],
  options: [runsFolder],
  outputs: { formats: ['text', 'json'] },
  needsHome: false,
  misuse: 2,
  run: async (flags, [named]) =>
    (await import('./verify.ts')).verifyRun(process.env, await getRunId(named, flags), flags),
});
