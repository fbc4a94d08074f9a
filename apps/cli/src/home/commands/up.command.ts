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

  summary: 'run a whole home on this machine: PostgreSQL, OSS and STS emulators, api, worker, residents',
  examples: ['agent-home up', 'agent-home up --no-residents'],
  options: [
    { flags: '--no-residents', summary: 'start without the residents that talk in a new home' },
    takeOver,
    republish,
    {
      flags: '--adopt',
      summary: 'use a data folder that another installation made, as a home of an older version',
      default: false,
    },
  ],
  needsHome: false,
  misuse: 1,
  run: async (flags) => (await import('./up.ts')).up(placesFrom(process.env), flags),
});
