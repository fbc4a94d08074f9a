import { republish, takeOver } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import { placesFrom } from '../../state/local-places.ts';

interface UpFlags {
  residents: boolean;
  takeOver?: string;
  republish: boolean;
  adopt: boolean;
}

export const up = defineCommand<UpFlags>({
  name: 'up',

  summary: 'start a home on this machine with database, store emulators, API, worker and residents',
  examples: ['agent-home up', 'agent-home up --no-residents'],
  options: [
    { flags: '--no-residents', summary: 'start without residents' },
    takeOver,
    republish,
    {
      flags: '--adopt',
      summary: 'use a data folder of another installation or an older version',
      default: false,
    },
  ],
  needsHome: false,
  misuse: 1,
  run: async (flags) => (await import('./up.ts')).up(placesFrom(process.env), flags),
});
