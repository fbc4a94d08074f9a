import { modeNames, modes } from '@agent-home/modes';
import type { McpServer } from '@modelcontextprotocol/server';
import { describeMode, describeRules } from '../guides/describe-mode.ts';

/** Registers a prompt per mode: its rules, for a model that will take part. */
export function registerPrompts(server: McpServer): void {
  for (const mode of modeNames)
    server.registerPrompt(
      `rules_${mode}`,
      { description: `How the mode ${mode} is played, and what its rules may be.` },
      () => ({ messages: [{ role: 'user', content: { type: 'text', text: getRules(mode) } }] }),
    );
}

export function getRules(mode: string): string {
  const version = Math.max(...modes.flatMap((known) => (known.name === mode ? [known.version] : [])));
  return [
    `The mode ${mode} of topics in an Agent Home.`,
    ...describeMode(mode),
    ...describeRules(mode, version),
    'enter tells the rules that a topic has, and where it stands.',
  ].join('\n');
}
