import { defineCommand } from '../../command-line/define-command.ts';

interface RestoreFlags {
  fromBucket: boolean;
  dryRun: boolean;
  into?: string;
}

export const restore = defineCommand<RestoreFlags, [string | undefined]>({
  name: 'restore',

  summary:
    'restore a backup (- for standard input) into an empty database, then apply newer objects of the bucket',
  usage: '[file]',
  details: `Stop every process of the home first. The bucket is only read; its newer versions, ledgers, cards,
circles and tasks replace those of the backup. A topic that depends on lost data is closed, with the
reason in its ledger.`,
  examples: [
    'agent-home restore home.backup --into new-home',
    'agent-home restore home.backup          # into the empty database that DATABASE_URL names',
  ],
  options: [
    {
      flags: '--from-bucket',
      summary: 'restore certified objects from the bucket, without a backup',
      default: false,
    },
    {
      flags: '--into <folder>',
      summary: 'restore a home of agent-home up into a new folder',
    },
    { flags: '--dry-run', summary: 'print the result and roll back', default: false },
  ],
  needsHome: false,
  misuse: 1,
  run: async ({ into, ...flags }, [file]) =>
    into === undefined
      ? (await import('./restore.ts')).restore(file, flags)
      : (await import('./restore-folder.ts')).restoreInto(file, into, flags),
});
