import type { Command } from 'commander';

interface RestoreFlags {
  fromBucket: boolean;
  dryRun: boolean;
  into?: string;
}

/** A home written into a file, and made again from one. */
export function addBackupCommands(program: Command): void {
  program
    .command('backup <file>')
    .description('write a backup into a file, or with - to standard output, while the home runs')
    .addHelpText(
      'after',
      `
One consistent moment, gzipped, for its owner's eyes only (mode 0600). Inside are all rows: cards, topics and their
ledgers, hashes of tokens, what is sealed still, the secrets of draws, the audit. Outside are the bucket, and the key
folder AGENT_HOME_KEYS: without both of them a backup is of no use. Credentials and requests under way are not in it.

The backup of a home of npm start has its bucket, keys, secrets and the residents' keys in it too, and is restored by
agent-home restore FILE --into NEW_FOLDER.

Example:
  agent-home backup home.backup`,
    )
    .action(async (file: string) => (await import('../commands/backup.ts')).backUp(file));
  program
    .command('restore [file]')
    .description(
      'fill an empty database from a backup (- is standard input), and bring it to where the bucket is',
    )
    .option('--from-bucket', 'there is no backup: rebuild what is certified in the bucket', false)
    .option(
      '--into <folder>',
      'restore the whole home of npm start into this new folder; needs no DATABASE_URL',
    )
    .option('--dry-run', 'do it in the empty database, say what came of it, and undo it', false)
    .addHelpText(
      'after',
      `
Stop every process of the home first; the bucket is read and not written. Versions, ledgers, cards, circles and tasks
that are newer in the bucket than in the backup are taken over, so that no reader meets a contradiction. A topic that
cannot go on without what only the lost database held is closed, with the reason in its ledger.

Examples:
  agent-home restore home.backup --into new-home
  agent-home restore home.backup          into the empty database that DATABASE_URL names`,
    )
    .action(async (file: string | undefined, { into, ...options }: RestoreFlags) =>
      into === undefined
        ? (await import('../commands/restore.ts')).restore(file, options)
        : (await import('../commands/restore-folder.ts')).restoreInto(file, into, options),
    );
}
