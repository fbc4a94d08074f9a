import { noWait, project, runsFolder, setValue, wholeNumber } from '../../../command-line/common-options.ts';
import { defineCommand } from '../../../command-line/define-command.ts';
import type { forkRun } from './fork.ts';
import { getRunId, run } from './named-run.ts';

export const runsFork = defineCommand<Parameters<typeof forkRun>[1], [string]>({
  name: 'runs fork',
  usage: '<run>',
  arguments: { run },
  summary: 'start a new run from a node of an earlier workflow run',
  examples: [
    'agent-home runs fork RUN --from review',
    'agent-home runs fork RUN --from review --visit 2 --set limit=3',
  ],
  options: [
    { flags: '--from <node>', summary: 'first node', isRequired: true },
    {
      flags: '--visit <number>',
      summary: 'visit of the node; default: the last',
      parse: wholeNumber(1, 999_999),
    },
    setValue,
    { flags: '--trace', summary: 'print model and tool requests as they happen', default: false },
    project,
    noWait,
    runsFolder,
  ],
  outputs: { formats: ['text', 'json'] },
  needsHome: false,
  misuse: 2,
  run: async (flags, [named]) => (await import('./fork.ts')).forkRun(await getRunId(named, flags), flags),
});
