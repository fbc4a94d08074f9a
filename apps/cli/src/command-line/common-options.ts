import { InvalidArgumentError } from 'commander';
import type { OptionDefinition } from './define-command.ts';

// Options that several commands have.

export const project: OptionDefinition = {
  flags: '--project <folder>',
  summary: 'project folder; default: working directory',
};

export const runsFolder: OptionDefinition = {
  flags: '--runs <folder>',
  summary: 'folder of runs; default: in the state folder',
};

export const noWait: OptionDefinition = {
  flags: '--no-wait',
  summary: 'fail instead of waiting for an approval',
};

export const addInput: OptionDefinition = {
  flags: '--stdin',
  summary: 'add standard input to the message',
  default: false,
};

export const verbose: OptionDefinition = {
  flags: '--verbose',
  summary: 'print every record of the run, not one line per step',
  default: false,
};

export const quiet: OptionDefinition = {
  flags: '--quiet',
  summary: 'print no progress, only the answer and failures',
  default: false,
  conflicts: ['verbose'],
};

/** Formats of a run: the answer as text, one document at the end, or one event per line as it happens. */
export const runFormats: readonly [string, ...string[]] = ['text', 'json', 'stream-json'];

export const yes: OptionDefinition = {
  flags: '--yes',
  summary: 'skip the confirmation',
  default: false,
};

export const dryRun: OptionDefinition = {
  flags: '--dry-run',
  summary: 'print changes without making them',
  default: false,
};

/** Scope of files, without a default: commands read the file that they find. */
export const scope: OptionDefinition = {
  flags: '--scope <scope>',
  summary: 'scope of the files',
  choices: ['project', 'global'],
};

export const scopeOfProject: OptionDefinition = { ...scope, default: 'project' };

export const session: OptionDefinition = { flags: '--session <id>', summary: 'session to continue' };

export const newSession: OptionDefinition = {
  flags: '--new',
  summary: 'start a new session; default: continue the last one',
  default: false,
};

/** `--set`: values of the state of a graph. */
export const setValue: OptionDefinition = {
  flags: '--set <name=value>',
  summary: 'value of the state of a graph, as JSON; repeatable',
  parse: (value: string, before: unknown) => [...(before as string[]), value],
  default: [],
};

export const attach: OptionDefinition = {
  flags: '--attach <file>',
  summary: 'image or PDF for a model that takes it; repeatable',
  parse: (value: string, before: unknown) => [...(before as string[]), value],
  default: [],
};

export const reason: OptionDefinition = {
  flags: '--reason <text>',
  summary: 'reason for the log and the agent',
  default: '',
};

export const backend: OptionDefinition = {
  flags: '--backend <backend>',
  summary: 'backend to read; default: from the agent file',
  choices: ['sqlite', 'filesystem', 'redis', 'pgvector'],
};

/** Home that a topic is read from, and the identity that reads. */
export const reading: readonly OptionDefinition[] = [
  { flags: '--url <url>', summary: 'API URL; default: AGENT_HOME_URL, or the local home' },
  {
    flags: '--root <file>',
    summary: 'root set; default: AGENT_HOME_ROOT, or the local home',
  },
  {
    flags: '--as <file>',
    summary: 'identity file of an agent to read as',
  },
];

export const takeOver: OptionDefinition = {
  flags: '--take-over <file>',
  summary: 'statement of keys hand-over from another home',
};

export const republish: OptionDefinition = {
  flags: '--republish',
  summary: 'publish the database into an emptied bucket',
  default: false,
};

export const rootKeys: OptionDefinition = {
  flags: '--root-keys <file>',
  summary: 'root keys; default: root-keys.json in the key folder',
};

export const homeUrl: OptionDefinition = {
  flags: '--home <url>',
  summary: 'home URL; default: AGENT_HOME_URL, or the local home',
};

/** Home whose registry of specs is used, and the token of its owner. */
export const homeOfSpecs: readonly OptionDefinition[] = [
  { flags: '--home [url]', summary: 'registry of a home; default: AGENT_HOME_URL', conflicts: ['scope'] },
  { flags: '--token-file <file>', summary: 'file with the owner token; default: AGENT_HOME_TOKEN' },
];

/** Options of both conformance kits. */
export const report: readonly OptionDefinition[] = [
  { flags: '--format <format>', summary: 'table or json', default: 'table' },
  { flags: '--junit <file>', summary: 'file for a JUnit XML report' },
];

/** Reads a whole number between two limits. */
export function wholeNumber(least: number, most: number, name = 'a number'): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d{1,9}$/.test(text) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`use ${name} from ${least} to ${most}`);
  };
}
