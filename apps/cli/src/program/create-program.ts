import { setFlagsFromString } from 'node:v8';
import { Argument, Command, Option } from 'commander';
import {
  type CommandDefinition,
  getOptions,
  type OptionDefinition,
  type ProgramDescription,
} from '../command-line/define-command.ts';
import { requireHome } from '../home/local/running-file.ts';
import { allCommands } from './all-commands.ts';
import { groups } from './groups.ts';

/** Maximum width of help, in columns, on a wider terminal. */
const widest = 100;

/** The command that a program ran, and the flags that the user typed. */
export interface Call {
  command: CommandDefinition;
  typed: object;
}

/**
 * Creates `agent-home` with all commands, in the order of its help. Each loads its code when it is called.
 * @param onCall called before a command runs
 */
export function createProgram(version: string, onCall: (call: Call) => void = () => undefined): Command {
  const description: ProgramDescription = { version, commands: allCommands, groups };
  const program = new Command('agent-home')
    .description('Run a home for agents that do not trust each other.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .configureHelp({ optionDescription })
    .configureOutput({ getOutHelpWidth: () => Math.min(process.stdout.columns ?? 80, widest) });
  for (const definition of allCommands) {
    const words = definition.name.split(' ');
    const last = words.pop() ?? '';
    const parent = getGroup(program, words, definition);
    const command = build(parent.command(last), definition);
    command.action(async (...given: unknown[]) => {
      const flags = command.opts();
      onCall({ command: definition, typed: getTypedOptions(command) });
      await requireHomeAddress(definition, flags);
      if (definition.isBrief) setFlagsFromString('--no-opt');
      const exitCode = await definition.run(flags, given.slice(0, -2), description);
      if (typeof exitCode === 'number') process.exitCode = exitCode;
    });
  }
  return program;
}

function getTypedOptions(command: Command): object {
  const isTyped = ([name]: [string, unknown]) =>
    ['cli', 'implied'].includes(command.getOptionValueSource(name) ?? '');
  return Object.fromEntries(Object.entries(command.opts()).filter(isTyped));
}

/** Returns the group with these words, and creates it for its first command. */
function getGroup(program: Command, words: readonly string[], { misuse }: CommandDefinition): Command {
  return words.reduce((parent, word, at) => {
    const found = parent.commands.find((command) => command.name() === word);
    if (found) return found;
    const name = words.slice(0, at + 1).join(' ');
    const summary = groups.find((group) => group.name === name)?.summary ?? '';
    return withMisuse(parent.command(word).description(summary), misuse);
  }, program);
}

/** Sets the exit code of calls that commander refuses. */
function withMisuse(command: Command, misuse: 1 | 2): Command {
  return command.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : misuse));
}

function build(command: Command, definition: CommandDefinition): Command {
  withMisuse(command, definition.misuse).description(definition.summary);
  if (definition.alias) command.alias(definition.alias);
  for (const usage of definition.usage?.split(' ') ?? []) {
    const argument = new Argument(usage);
    const { summary, choices } = definition.arguments?.[argument.name()] ?? {};
    if (summary) argument.description = summary;
    command.addArgument(choices ? argument.choices([...choices]) : argument);
  }
  for (const option of getOptions(definition)) command.addOption(toOption(option));
  return command.addHelpText('after', afterOptions(definition));
}

function toOption({ flags, summary, ...definition }: OptionDefinition): Option {
  const option = new Option(flags, summary).default(definition.default);
  option.makeOptionMandatory(definition.isRequired ?? false);
  if (definition.choices) option.choices([...definition.choices]);
  if (definition.parse) option.argParser(definition.parse);
  if (definition.conflicts) option.conflicts([...definition.conflicts]);
  if (definition.implies) option.implies({ ...definition.implies });
  return option;
}

/** Summary of an option, then its choices and its default. Empty defaults are left out. */
function optionDescription({ description, argChoices, defaultValue }: Option): string {
  const isEmpty =
    [undefined, false, ''].includes(defaultValue) ||
    (Array.isArray(defaultValue) && defaultValue.length === 0);
  const notes = [
    ...(argChoices ? [argChoices.join(', ')] : []),
    ...(isEmpty ? [] : [`default: ${defaultValue}`]),
  ];
  return notes.length === 0 ? description : `${description} (${notes.join('; ')})`;
}

function afterOptions({ details, examples }: CommandDefinition): string {
  return [
    ...(details === undefined ? [] : ['', details]),
    ...['', examples.length === 1 ? 'Example:' : 'Examples:', ...examples.map((example) => `  ${example}`)],
  ].join('\n');
}

/** Reports the absence of a home before the code of a command is loaded. */
async function requireHomeAddress({ needsHome }: CommandDefinition, flags: { url?: string }): Promise<void> {
  // A command that reads the database has no use for an address of the API.
  if (needsHome !== false) await requireHome(process.env, needsHome === 'api' ? flags : { url: '' });
}
