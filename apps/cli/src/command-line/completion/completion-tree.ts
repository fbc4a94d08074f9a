import { getOptions, type OptionDefinition, type ProgramDescription } from '../define-command.ts';

interface CompletedOption {
  /** Its spellings: `-p`, `--prompt`. */
  names: readonly string[];
  summary: string;
  /** True if a value follows. */
  hasValue: boolean;
  choices: readonly string[];
}

/** Words that may follow those of a command or of a group. */
export interface CompletionNode {
  /** Words after `agent-home`; empty for the program itself. */
  words: readonly string[];
  /** Commands and groups below it, and fixed values of arguments, with their summaries. */
  next: readonly { word: string; summary: string }[];
  options: readonly CompletedOption[];
}

const help: CompletedOption = {
  names: ['-h', '--help'],
  summary: 'print help',
  hasValue: false,
  choices: [],
};

/** Returns one node for the program, for each group and for each command. */
export function completionTree({ commands, groups }: ProgramDescription): CompletionNode[] {
  const named = [...groups, ...commands].map((one) => ({ ...one, words: one.name.split(' ') }));
  const below = (words: readonly string[]) =>
    named
      .filter(
        (one) => one.words.length === words.length + 1 && words.every((word, at) => one.words[at] === word),
      )
      .map((one) => ({ word: one.words.at(-1) ?? '', summary: one.summary }));
  const top = { words: [], next: below([]), options: [help, versionOption] };
  return [
    top,
    ...groups.map(({ name }) => {
      const words = name.split(' ');
      return { words, next: below(words), options: [help] };
    }),
    ...commands.map((command) => ({
      words: command.name.split(' '),
      next: Object.values(command.arguments ?? {}).flatMap(({ choices = [] }) =>
        choices.map((word) => ({ word, summary: '' })),
      ),
      options: [...getOptions(command).map(completed), help],
    })),
  ];
}

const versionOption: CompletedOption = { ...help, names: ['-V', '--version'], summary: 'print the version' };

function completed({ flags, summary, choices = [] }: OptionDefinition): CompletedOption {
  const words = flags.split(/[ ,]+/);
  return {
    names: words.filter((word) => word.startsWith('-')),
    summary,
    hasValue: words.some((word) => /^[<[]/.test(word)),
    choices,
  };
}
