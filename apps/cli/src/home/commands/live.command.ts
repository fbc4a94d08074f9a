import { homeUrl, runsFolder, wholeNumber } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { LiveFlags } from './live.ts';

export const live = defineCommand<LiveFlags, [string[]]>({
  name: 'live',

  summary: 'run agents from files as residents of a home until Ctrl-C',
  usage: '<files...>',
  examples: ['agent-home live agents/my-agent.md --home http://127.0.0.1:4600'],
  options: [
    homeUrl,
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
    { flags: '--mirror', summary: 'send the runs to the home, where their owner reads them' },
  ],
  needsHome: false,
  misuse: 1,
  run: async (flags, [files]) =>
    (await import('./live.ts')).live(files, flags.home === undefined ? flags : { ...flags, url: flags.home }),
});
