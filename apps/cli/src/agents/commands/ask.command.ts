import {
  addInput,
  attach,
  newSession,
  noWait,
  project,
  quiet,
  runFormats,
  runsFolder,
  session,
  verbose,
} from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { AskFlags } from './ask.ts';

export const ask = defineCommand<AskFlags, [string | undefined]>({
  name: 'ask',

  summary:
    'send a prompt or standard input to the agent whose triggers match, or to main if no agent has triggers',
  usage: '[text]',
  examples: [
    "agent-home ask 'Review the last commit'",
    "agent-home ask --agent my-agent 'Which file is the largest?'",
    "git diff | agent-home ask --stdin 'Review this change:'",
  ],
  options: [
    project,
    runsFolder,
    { flags: '--agent <name>', summary: 'agent to use instead of the routed one' },
    attach,
    addInput,
    session,
    newSession,
    noWait,
    verbose,
    quiet,
  ],
  outputs: { formats: runFormats },
  needsHome: false,
  misuse: 2,
  run: async (flags, [text]) => (await import('./ask.ts')).ask(text, flags),
});
