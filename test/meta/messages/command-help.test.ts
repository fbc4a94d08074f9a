import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { getOptions } from '../../../apps/cli/src/command-line/define-command.ts';
import { allCommands } from '../../../apps/cli/src/program/all-commands.ts';
import { createProgram } from '../../../apps/cli/src/program/create-program.ts';
import { groups } from '../../../apps/cli/src/program/groups.ts';
import { overview } from '../../../apps/cli/src/program/overview.ts';
import { commandHelp } from '../documents/command-help.ts';
import { checkFragment } from '../prose/check-fragment.ts';
import type { FragmentKind } from '../prose/fragment.ts';
import { maskCode } from '../prose/fragment.ts';

const widest = 100;
const program = createProgram('');

function collectFindings(kind: FragmentKind, text: string): string[] {
  return checkFragment({ kind, start: 0, text: maskCode(text) }).map(({ message }) => `${text}: ${message}`);
}

/** Lists every command and group below a command, with its words. */
function commandsBelow(command: Command, above: readonly string[] = []): string[][] {
  return command.commands.flatMap((child) => {
    const words = [...above, child.name()];
    return [words, ...commandsBelow(child, words)];
  });
}

describe('command help', () => {
  test.each(allCommands.map((command) => [command.name, command] as const))(
    '%s begins with an imperative verb and has plain options',
    (_, command) => {
      const { summary, details = '', examples } = command;
      expect(collectFindings('help', summary)).toEqual([]);
      expect(collectFindings('text', details)).toEqual([]);
      expect(getOptions(command).flatMap((option) => collectFindings('option', option.summary))).toEqual([]);
      expect(examples.length).toBeGreaterThan(0);
    },
  );

  test('groups begin with an imperative verb', () => {
    expect(groups.flatMap(({ summary }) => collectFindings('help', summary))).toEqual([]);
  });

  test.each(commandsBelow(program).map((words) => [words.join(' '), words] as const))(
    'help of %s fits 100 columns',
    (_, words) => {
      const lines = (commandHelp(program, words) ?? '').split('\n');
      expect(lines.length).toBeGreaterThan(1);
      expect(lines.filter((line) => line.length > widest)).toEqual([]);
    },
  );

  test('the overview points to the help', () => {
    expect(overview(allCommands)).toMatch(/^Run agent-home --help for all commands/m);
  });
});
