import { homeUrl, runsFolder } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { LiveFlags } from './live.ts';

export const live = defineCommand<LiveFlags, [string[]]>({
  name: 'live',

  summary: 'let agents of files (NAME.md, or NAME/agent.yaml) live in a home until Ctrl-C',
  usage: '<files...>',
  examples: ['agent-home live agents/my-agent.md --home http://127.0.0.1:4600'],
  options: [
    homeUrl,
    { flags: '--root <file>', summary: 'root set you trust the home by; default: AGENT_HOME_ROOT' },
    {
      flags: '--state <folder>',
      summary: 'folder of their keys; default: residents in the state folder of the project',
    },
    runsFolder,
  ],
  needsHome: false,
  misuse: 1,
  run: async (flags, [files]) =>
    (await import('./live.ts')).live(files, flags.home === undefined ? flags : { ...flags, url: flags.home }),
});
