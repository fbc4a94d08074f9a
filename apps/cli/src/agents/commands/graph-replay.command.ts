import { runsFolder } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { ReplayFlags } from './graph-replay.ts';

export const agentsGraphReplay = defineCommand<ReplayFlags>({
  name: 'agents graph replay',

  summary: 'show a session from its logs: nodes, models, tools, handoffs and guardrails',
  examples: ['agent-home agents graph replay --session SESSION'],
  options: [{ flags: '--session <id>', summary: 'session to show', isRequired: true }, runsFolder],
  outputs: { formats: ['text', 'json'] },
  needsHome: false,
  misuse: 2,
  run: async (flags) => (await import('./graph-replay.ts')).replaySession(process.env, flags),
});
