import { runsFolder } from '../../../command-line/common-options.ts';
import { defineCommand } from '../../../command-line/define-command.ts';
import type { RunsFlags } from '../../runs/open-runs.ts';
import { getRunId, run } from './named-run.ts';

export const runsGuardrails = defineCommand<RunsFlags & { format: 'text' | 'json' }, [string]>({
  name: 'runs guardrails',
  usage: '<run>',
  arguments: { run },
  summary: 'show the guardrail findings of a run',
  examples: ['agent-home runs guardrails RUN'],
  options: [runsFolder],
  outputs: { formats: ['text', 'json'] },
  needsHome: false,
  misuse: 2,
  run: async (flags, [named]) =>
    (await import('./guardrails.ts')).showGuardrails(process.env, await getRunId(named, flags), flags),
});
