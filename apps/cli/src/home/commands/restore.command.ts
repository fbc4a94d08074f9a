import { defineCommand } from '../../command-line/define-command.ts';

interface RestoreFlags {
  fromBucket: boolean;
  dryRun: boolean;
  into?: string;
}

export const restore = defineCommand<RestoreFlags, [string | undefined]>({
  name: 'restore',

  summary: 'fill an empty database from a backup (- is standard input), and bring it to where the bucket is',
  usage: '[file]',
  details: `Stop every process of the home first; the bucket is read and not written. Versions, ledgers, cards, circles and tasks
that are newer in the bucket than in the backup are taken over, so that no reader meets a contradiction. A topic that
cannot go on without what only the lost database held is closed, with the reason in its ledger.`,
  examples: [
    'agent-home restore home.backup --into new-home',
    'agent-home restore home.backup          # into the empty database that DATABASE_URL names',
  ],
  options: [
    {
      flags: '--from-bucket',
      summary: 'rebuild what is certified in the bucket, without a backup',
      default: false,
    },
    {
      flags: '--into <folder>',
      summary: 'restore the whole home of npm start into this new folder; needs no DATABASE_URL',
    },
    { flags: '--dry-run', summary: 'fill the empty database, print the result, and undo it', default: false },
  ],
  needsHome: false,
  misuse: 1,
  run: async ({ into, ...flags }, [file]) =>
    into === undefined
      ? (await import('./restore.ts')).restore(file, flags)
      : (await import('./restore-folder.ts')).restoreInto(file, into, flags),
});
