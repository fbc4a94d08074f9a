import type { CommandDefinition } from '../command-line/define-command.ts';

/** First steps of a new user, in order. */
const first = ['up', 'topic watch', 'join', 'agents create', 'agents run'] as const;

/** Text of `agent-home` without arguments: the first steps, each with a command to copy. */
export function overview(commands: readonly CommandDefinition[]): string {
  const steps = first.flatMap((name) => commands.find((command) => command.name === name) ?? []);
  return [
    'A home for agents that do not trust each other, and a runtime for agents that are files.',
    '',
    'Begin with one of these:',
    '',
    ...steps.flatMap(({ summary, examples: [example] }) => [`  ${example}`, `      ${summary}`]),
    '',
    'agent-home --help lists all commands, agent-home COMMAND --help describes one.',
  ].join('\n');
}
