import { defineCommand } from '../../command-line/define-command.ts';

export const eventsList = defineCommand<{ dead: boolean; json: boolean; limit: string }>({
  name: 'events list',

  summary: 'list received object events, or dead letters with --dead',
  examples: ['agent-home events list --limit 20', 'agent-home events list --dead'],
  options: [
    { flags: '--dead', summary: 'list dead letters', default: false },
    { flags: '--limit <number>', summary: 'maximum number of events, up to 500', default: '50' },
  ],
  needsHome: 'database',
  outputs: { json: 'document' },
  misuse: 1,
  run: async (flags) =>
    (await import('./events.ts')).listEvents(process.env, {
      ...flags,
      limit: Math.min(500, Math.max(1, Number(flags.limit) || 50)),
    }),
});
