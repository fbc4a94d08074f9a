import { defineCommand } from '../../command-line/define-command.ts';

export const eventsReplay = defineCommand<{ all: boolean }, [string[]]>({
  name: 'events replay',

  summary: 'replay dead letters',
  usage: '[ids...]',
  examples: ['agent-home events replay --all'],
  options: [{ flags: '--all', summary: 'replay all dead letters', default: false }],
  needsHome: 'database',
  misuse: 1,
  run: async (flags, [ids]) => (await import('./events.ts')).replayEvents(process.env, ids, flags),
});
