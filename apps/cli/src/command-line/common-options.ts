import { InvalidArgumentError } from 'commander';
import type { OptionDefinition } from './define-command.ts';

// Options that several commands have.

export const project: OptionDefinition = {
  flags: '--project <folder>',
  summary: 'folder that has agents/; default: the working directory',
};

export const runsFolder: OptionDefinition = {
  flags: '--runs <folder>',
  summary: 'folder of the runs; default: runs in the state folder of the project',
};

export const noWait: OptionDefinition = {
  flags: '--no-wait',
  summary: 'fail where the run would wait for a person',
};

export const yes: OptionDefinition = {
  flags: '--yes',
  summary: 'skip the confirmation',
  default: false,
};

export const dryRun: OptionDefinition = {
  flags: '--dry-run',
  summary: 'print what would change, and change nothing',
  default: false,
};

/** Scope of files, without a default: commands read the file that they find. */
export const scope: OptionDefinition = {
  flags: '--scope <scope>',
  summary: 'of this project, or for every project',
  choices: ['project', 'global'],
};

export const scopeOfProject: OptionDefinition = { ...scope, default: 'project' };

export const session: OptionDefinition = { flags: '--session <id>', summary: 'continue this session' };

export const newSession: OptionDefinition = {
  flags: '--new',
  summary: 'begin a session; default: continue the last one of the agent here',
  default: false,
};

export const reason: OptionDefinition = {
  flags: '--reason <text>',
  summary: 'reason in the log; after a refusal the agent reads it too',
  default: '',
};

export const backend: OptionDefinition = {
  flags: '--backend <backend>',
  summary: 'backend to read, in place of the one in the file of the agent',
  choices: ['filesystem', 'redis'],
};

/** Home that a topic is read from, and the identity that reads. */
export const reading: readonly OptionDefinition[] = [
  { flags: '--url <url>', summary: 'URL of the API; default: AGENT_HOME_URL, else the home that runs here' },
  {
    flags: '--root <file>',
    summary: 'root set to verify with; default: AGENT_HOME_ROOT, else that of the home here',
  },
  {
    flags: '--as <file>',
    summary: 'identity of an agent to read as, where a home shows less to everybody',
  },
];

export const takeOver: OptionDefinition = {
  flags: '--take-over <file>',
  summary: 'statement by which another home gave its bucket away (keys hand-over)',
};

export const republish: OptionDefinition = {
  flags: '--republish',
  summary: 'put back into an emptied bucket what the database has',
  default: false,
};

export const rootKeys: OptionDefinition = {
  flags: '--root-keys <file>',
  summary: 'file of the root keys; default: root-keys.json in the key folder',
};

export const homeUrl: OptionDefinition = {
  flags: '--home <url>',
  summary: 'URL of the home; default: AGENT_HOME_URL, or the one on this machine',
};

/** Options of both conformance kits. */
export const report: readonly OptionDefinition[] = [
  { flags: '--format <format>', summary: 'table, or json for one document', default: 'table' },
  { flags: '--junit <file>', summary: 'file for a report in JUnit’s XML' },
];

/** Reads a whole number between two limits. */
export function wholeNumber(least: number, most: number, name = 'a number'): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d{1,9}$/.test(text) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`write ${name} from ${least} to ${most}`);
  };
}
