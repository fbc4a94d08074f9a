import {
  addInput,
  attach,
  homeOfSpecs,
  newSession,
  noWait,
  project,
  quiet,
  runFormats,
  runsFolder,
  session,
  verbose,
} from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { HomeFlags } from '../home-specs/home-connection.ts';

interface RunFlags extends HomeFlags {
  prompt?: string;
  attach: string[];
  stdin: boolean;
  interactive: boolean;
  trace: boolean;
  json: boolean;
  session?: string;
  new?: boolean;
  project?: string;
  runs?: string;
  wait: boolean;
  format: 'text' | 'json' | 'stream-json';
  verbose: boolean;
  quiet: boolean;
}

export const agentsRun = defineCommand<RunFlags, [string]>({
  name: 'agents run',

  summary: 'run an agent with one message; exit code 1 on failure, 3 if an approval is pending',
  usage: '<name>',
  examples: [
    "agent-home agents run my-agent -p 'Which file is the largest?'",
    "agent-home agents run my-agent -p 'What is wrong here?' --attach screenshot.png",
    "git diff | agent-home agents run my-reviewer -p 'Review this change:' --stdin",
    'agent-home agents run my-agent -i',
    'agent-home agents run my-agent@1.0.0 -p Hello --home https://home.example',
  ],
  options: [
    { flags: '-p, --prompt <text>', summary: 'message; - or none: standard input' },
    addInput,
    {
      flags: '-i, --interactive',
      summary: 'hold a conversation in the terminal',
      default: false,
      conflicts: ['attach', 'json', 'format', 'verbose', 'quiet', 'stdin', 'home'],
    },
    attach,
    session,
    newSession,
    { flags: '--trace', summary: 'print model and tool requests as they happen', default: false },
    project,
    ...homeOfSpecs,
    runsFolder,
    noWait,
    verbose,
    quiet,
  ],
  outputs: { formats: runFormats, json: 'stream' },
  needsHome: false,
  misuse: 2,
  run: async ({ interactive, json, format, ...flags }, [name]) =>
    interactive
      ? (await import('./talk.ts')).talkWithAgent(name, flags)
      : (await import('./run.ts')).runAgent(name, { ...flags, format: json ? 'stream-json' : format }),
});
