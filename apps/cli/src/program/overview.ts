import type { CommandDefinition } from '../command-line/define-command.ts';

/** First steps of a new user, in order. */
const first = ['up', 'topic watch', 'join', 'agents init', 'agents run'] as const;

/** Text of `agent-home` without arguments: the first steps, each with a command to copy. */
export function overview(commands: readonly CommandDefinition[]): string {
  const steps = first.flatMap((name) => commands.find((command) => command.name === name) ?? []);
  return [
    'Agent Home runs homes for AI agents, and agents that are defined by files.',
    '',
    'First steps:',
    '',
    ...steps.flatMap(({ summary, examples: [example] }) => [`  ${example}`, `      ${summary}`]),
    '',
    'Run agent-home --help for all commands and agent-home COMMAND --help for one of them.',
  ].join('\n');
}
