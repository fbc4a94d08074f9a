import { defineCommand } from '../../command-line/define-command.ts';

export const eventsShow = defineCommand<object, [string]>({
  name: 'events show',

  summary: 'show an event or dead letter',
  usage: '<id>',
  examples: ['agent-home events show EVENT_ID'],
  needsHome: 'database',
  misuse: 1,
  run: async (_, [id]) => (await import('./events.ts')).showEvent(process.env, id),
});
