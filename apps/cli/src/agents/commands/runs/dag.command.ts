import { runsFolder } from '../../../command-line/common-options.ts';
import { defineCommand } from '../../../command-line/define-command.ts';
import type { RunsFlags } from '../../runs/open-runs.ts';
import { getRunId, run } from './named-run.ts';

export const runsDag = defineCommand<RunsFlags & { json: boolean }, [string]>({
  name: 'runs dag',
  usage: '<run>',
  arguments: { run },
  summary: 'show model requests and calls of a run as a graph with costs',
  examples: ['agent-home runs dag RUN', 'agent-home runs dag RUN --json'],
  options: [runsFolder],
  outputs: { json: 'document' },
  needsHome: false,
  misuse: 2,
  run: async (flags, [named]) =>
    (await import('./dag.ts')).showDag(process.env, await getRunId(named, flags), flags),
});
