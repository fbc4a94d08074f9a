import { defineCommand } from '../../command-line/define-command.ts';

export const eventsReplay = defineCommand<{ all: boolean }, [string[]]>({
  name: 'events replay',

  summary: 'put dead letters back to work; harmless where they have been handled since',
  usage: '[ids...]',
  examples: ['agent-home events replay --all'],
  options: [{ flags: '--all', summary: 'replay all of them', default: false }],
  needsHome: 'database',
  misuse: 1,
  run: async (flags, [ids]) => (await import('./events.ts')).replayEvents(process.env, ids, flags),
});
