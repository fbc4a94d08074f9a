import { nearestName } from '@agent-home/agent-runtime/definition';

/** Commands of a conversation, with their argument and their effect, in the order of the help. */
const slashCommands = {
  help: { argument: '', summary: 'show these commands' },
  agents: { argument: '[NAME]', summary: 'list the agents, or give the conversation to one' },
  model: { argument: '[NAME]', summary: 'show the models, or use one for the following messages' },
  approve: { argument: '', summary: 'answer the pending approvals of this session' },
  undo: { argument: '', summary: 'let the agent forget the last message and its answer' },
  cost: { argument: '', summary: 'show runs, calls, tokens and cost of this session' },
  compact: { argument: '', summary: 'replace what the agent remembers by its summary' },
  resume: { argument: '', summary: 'continue the interrupted runs of this session' },
  export: { argument: '[FILE]', summary: 'write the conversation to a new Markdown file' },
  context: { argument: '', summary: 'show what the agent knows of this session' },
  trace: { argument: '', summary: 'show the model and tool requests of the last run' },
  exit: { argument: '', summary: 'end the session, as Ctrl-D does; the next session continues it' },
} as const;

export type SlashCommand = keyof typeof slashCommands;
const names = Object.keys(slashCommands) as SlashCommand[];

/** Commands that count as a word alone as well. */
const plainWords: readonly SlashCommand[] = ['context', 'trace', 'approve', 'help', 'exit'];

/** Command as typed. */
export type Typed =
  | { kind: 'command'; name: SlashCommand; argument: string }
  /** @param nearest command with the most similar name */
  | { kind: 'unknown_command'; name: string; nearest: SlashCommand | undefined }
  | { kind: 'unexpected_argument'; name: SlashCommand };

/**
 * Reads a command: `/` and one word of a-z, alone or followed by a space and an argument; or a plain word alone.
 * @returns undefined for a message
 */
export function readCommand(text: string): Typed | undefined {
  const word = plainWords.find((each) => each === text.trim());
  if (word !== undefined) return { kind: 'command', name: word, argument: '' };
  const [, typed, rest = ''] = /^\/([a-z]+)(?:[ \t]+(.*))?$/.exec(text.trimEnd()) ?? [];
  if (typed === undefined) return undefined;
  const name = names.find((each) => each === typed);
  if (name === undefined) {
    const nearest = names.find((each) => each === nearestName(typed, names));
    return { kind: 'unknown_command', name: typed, nearest };
  }
  const argument = rest.trim();
  if (argument !== '' && slashCommands[name].argument === '') return { kind: 'unexpected_argument', name };
  return { kind: 'command', name, argument };
}

/** Returns the lines of the help. */
export function helpLines(): string[] {
  const usages = names.map((name) => `/${name} ${slashCommands[name].argument}`.trimEnd());
  const width = Math.max(...usages.map((usage) => usage.length));
  return [
    'Your input goes to the agent, except these commands on a line of their own:',
    ...names.map((name, index) => `  ${(usages[index] ?? '').padEnd(width)}  ${slashCommands[name].summary}`),
    `${plainWords.join(', ')} count without the slash as well. //help sends "help" to the agent.`,
    'A line that ends with \\ continues on the next line. Tab completes commands and names.',
    'Ctrl-C cancels the current run; without a run, or pressed twice, it ends the session.',
  ];
}

/** Names that complete the arguments of commands. */
export interface CompletionNames {
  agents: readonly string[];
  models: readonly string[];
}

/**
 * Returns the completions of a typed line.
 * @param line text before the cursor
 * @returns whole lines that begin with it; undefined if the line is no command, so that Tab is a character
 */
export function completeCommand(line: string, { agents, models }: CompletionNames): string[] | undefined {
  if (!/^\/(?![/])/.test(line)) return undefined;
  const [, command, typed] = /^(\/(?:agents|model) +)(.*)$/.exec(line) ?? [];
  if (command === undefined || typed === undefined)
    return names.map((name) => `/${name}`).filter((name) => name.startsWith(line));
  const known = command.startsWith('/agents') ? agents : models;
  return known.filter((name) => name.startsWith(typed)).map((name) => `${command}${name}`);
}
