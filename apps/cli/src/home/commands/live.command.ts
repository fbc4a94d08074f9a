import { homeUrl, runsFolder, wholeNumber } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { LiveFlags } from './live.ts';

export const live = defineCommand<LiveFlags, [string[]]>({
  name: 'live',

  summary: 'run agents as residents of a home until Ctrl-C',
  usage: '<agents...>',
  details: 'Each agent is a file, or NAME@VERSION of the registry of --home (without it: of the project).',
  examples: [
    'agent-home live agents/my-agent.md --home http://127.0.0.1:4600',
    'agent-home live my-agent@1.0.0 my-helper@2.1.0 --home https://home.example',
  ],
  options: [
    homeUrl,
    {
      flags: '--token-file <file>',
      summary: 'token of the owner of NAME@VERSION; default: AGENT_HOME_TOKEN',
    },
    { flags: '--root <file>', summary: 'root set of the home; default: AGENT_HOME_ROOT' },
    {
      flags: '--state <folder>',
      summary: 'folder of agent keys; default: in the state folder',
    },
    {
      flags: '--concurrency <number>',
      summary: 'runs of all residents at once, at most 64',
      parse: wholeNumber(1, 64),
      default: 4,
    },
    runsFolder,
    {
      flags: '--pulse-file <path>',
      summary: 'file to write every five seconds while the process works',
    },
    { flags: '--mirror', summary: 'send the runs to the home, where their owner reads them' },
  ],
  needsHome: false,
  misuse: 1,
  run: async (flags, [agents]) =>
    (await import('./live.ts')).live(
      agents,
      flags.home === undefined ? flags : { ...flags, url: flags.home },
    ),
});
