/** Option of a command, in commander's words: `-p, --prompt <text>`, `--no-wait`. */
export interface OptionDefinition {
  flags: string;
  summary: string;
  default?: unknown;
  /** Accepted values. */
  choices?: readonly string[];
  isRequired?: boolean;
  /** Reads a value; `before` is the default, or the result for the value before it if the option is repeated. */
  parse?(text: string, before: unknown): unknown;
  /** Names of options that exclude this one, in camel case. */
  conflicts?: readonly string[];
  /** Values of other options that this one sets. */
  implies?: Readonly<Record<string, unknown>>;
}

interface Outputs {
  /** Values of `--format`, the default first. */
  formats?: readonly [string, ...string[]];
  /** `--json` prints one document, or one object per line, or is short for `--format json` or `--format stream-json`. */
  json?: 'document' | 'lines' | 'format' | 'stream';
}

/** Argument of a command, as its usage names it. */
interface ArgumentDefinition {
  summary?: string;
  choices?: readonly string[];
}

/** Program that a command belongs to. */
export interface ProgramDescription {
  version: string;
  commands: readonly CommandDefinition[];
  groups: readonly CommandGroup[];
}

/** Commands that begin with the same words, such as `agents memory`. */
export interface CommandGroup {
  name: string;
  summary: string;
}

/** One command: its name, its help, and the handler that is loaded when it is called. */
export interface CommandDefinition<Flags = object, Args extends readonly unknown[] = readonly unknown[]> {
  /** Words of the command, such as `agents list`. */
  name: string;
  /** Alternative for the last word. */
  alias?: string;
  /** Summary in the imperative. */
  summary: string;
  /** Arguments, as `<name> [files...]`. */
  usage?: string;
  /** Arguments of the usage that need an explanation or have a fixed set of values. */
  arguments?: Readonly<Record<string, ArgumentDefinition>>;
  /** Text between options and examples of its help. */
  details?: string;
  /** Commands that a user can copy; a comment may follow after two spaces. */
  examples: readonly [string, ...string[]];
  options?: readonly OptionDefinition[];
  /**
   * Resource that must be reachable before the handler is loaded: a database, local or from `DATABASE_URL`, or a home with a
   * readable API.
   */
  needsHome: false | 'database' | 'api';
  outputs?: Outputs;
  /** Exit code of a call with an unknown option or argument. */
  misuse: 1 | 2;
  /**
   * True for a command that ends before code that V8 optimizes in the meantime is used. Optimization would take a third of its
   * time.
   */
  isBrief?: boolean;
  /** Runs the command and imports its modules. A returned number is the exit code. */
  // biome-ignore lint/suspicious/noConfusingVoidType: handlers that have no exit code return nothing
  run(flags: Flags, args: Args, program: ProgramDescription): Promise<number | void>;
}

/** Checks the types of a command. */
export function defineCommand<Flags = object, Args extends readonly unknown[] = readonly unknown[]>(
  command: CommandDefinition<Flags, Args>,
): CommandDefinition<Flags, Args> {
  return command;
}

/** Returns all options of a command, with those that its outputs bring. */
export function getOptions({ options = [], outputs = {} }: CommandDefinition): readonly OptionDefinition[] {
  const { formats, json } = outputs;
  return [
    ...options,
    ...(json === undefined ? [] : [jsonOption(json, formats)]),
    ...(formats === undefined
      ? []
      : [
          {
            flags: '--format <format>',
            summary: 'output',
            choices: formats,
            default: formats[0],
          },
        ]),
  ];
}

const summaries = {
  lines: 'print one JSON object per line',
  document: 'print one JSON document',
  stream: 'short for --format stream-json',
} as const;

function jsonOption(json: NonNullable<Outputs['json']>, formats: Outputs['formats']): OptionDefinition {
  if (json === 'format')
    return { flags: '--json', summary: 'short for --format json', implies: { format: 'json' } };
  const summary = summaries[json];
  return { flags: '--json', summary, default: false, ...(formats ? { conflicts: ['format'] } : {}) };
}

/** Form in which errors of a call are printed on standard output, or undefined if it prints no JSON. */
export function jsonOfErrors(
  { outputs }: CommandDefinition,
  typed: { format?: unknown; json?: unknown },
): 'document' | 'lines' | undefined {
  if (
    typed.format === 'stream-json' ||
    (outputs?.json !== 'document' && outputs?.json !== 'format' && typed.json === true)
  )
    return 'lines';
  const isJson = typed.json === true || typed.format === 'json' || typed.format === 'events';
  return isJson ? 'document' : undefined;
}
