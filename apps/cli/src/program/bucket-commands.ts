import type { Command } from 'commander';

/** What the bucket itself keeps, and keeps agents from. */
export function addBucketCommands(program: Command): void {
  const lifecycle = program.command('lifecycle').description('how long things are kept');
  lifecycle
    .command('show')
    .description('the retention table, and what the bucket has of it')
    .action(async () => (await import('../commands/lifecycle.ts')).showLifecycle(process.env));
  lifecycle
    .command('apply')
    .description('put the bucket’s rules in place; rules of others stay, a second run changes nothing')
    .option('--dry-run', 'only say what would change', false)
    .action(async (options: { dryRun: boolean }) =>
      (await import('../commands/lifecycle.ts')).applyLifecycleTable(process.env, options),
    );
  program
    .command('bucket')
    .description('the bucket’s own protection')
    .command('protect')
    .description('block public access, and keep agents from overwriting what is not theirs (OSS)')
    .option('--dry-run', 'only say what would change', false)
    .action(async (options: { dryRun: boolean }) =>
      (await import('../commands/bucket-protect.ts')).protectHomeBucket(process.env, options),
    );
}
