import type { Command } from 'commander';

/** Returns the help that `agent-home WORDS --help` prints, or undefined if there is no such command. */
export function commandHelp(program: Command, words: readonly string[]): string | undefined {
  let command = program;
  for (const word of words) {
    const next = command.commands.find((one) => one.name() === word || one.aliases().includes(word));
    if (!next) return undefined;
    command = next;
  }
  let text = '';
  command.configureOutput({
    writeOut: (part) => {
      text += part;
    },
  });
  command.outputHelp();
  return text;
}
