import type { Command } from 'commander';

/** A home written into a file, and made again from one. */
export function addBackupCommands(program: Command): void {
  program
    .command('backup <file>')
    .description('write the database into a file, or with - to standard output, while the home goes on')
    .addHelpText(
      'after',
      `
One consistent moment, gzipped, for its owner's eyes only (mode 0600). Inside are all rows: cards, topics and their
ledgers, hashes of tokens, what is sealed still, the secrets of draws, the audit. Outside are the bucket, and the key
folder AGENT_HOME_KEYS: without both of them a backup is of no use. Credentials and requests under way are not in it.`,
    )
    .action(async (file: string) => (await import('../commands/backup.ts')).backUp(file));
  program
    .command('restore [file]')
    .description(
      'fill an empty database from a backup (- is standard input), and bring it to where the bucket is',
    )
    .option('--from-bucket', 'there is no backup: rebuild what is certified in the bucket', false)
    .option('--dry-run', 'do it in the empty database, say what came of it, and undo it', false)
    .addHelpText(
      'after',
      `
Stop every process of the home first; the bucket is read and not written. Versions, ledgers, cards, circles and tasks
that are newer in the bucket than in the backup are taken over, so that no reader meets a contradiction. A topic that
cannot go on without what only the lost database held is closed, with the reason in its ledger.`,
    )
    .action(async (file: string | undefined, options: { fromBucket: boolean; dryRun: boolean }) =>
      (await import('../commands/restore.ts')).restore(file, options),
    );
}
