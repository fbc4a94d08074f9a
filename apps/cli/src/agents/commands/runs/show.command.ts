import { runsFolder } from '../../../command-line/common-options.ts';
import { defineCommand } from '../../../command-line/define-command.ts';
import { getRunId, run } from './named-run.ts';
import type { ShowFlags } from './show.ts';

export const runsShow = defineCommand<ShowFlags, [string]>({
  name: 'runs show',
  usage: '<run>',
  arguments: { run },
  summary: 'show messages, model responses, tool calls and policy decisions of a run',
  examples: ['agent-home runs show RUN', 'agent-home runs show RUN --full --format events'],
  options: [{ flags: '--full', summary: 'print full results and arguments', default: false }, runsFolder],
  outputs: { formats: ['text', 'json', 'events', 'plans'] },
  needsHome: false,
  misuse: 2,
  run: async (flags, [named]) =>
    (await import('./show.ts')).showRun(process.env, await getRunId(named, flags), flags),
});
