import type { Command } from 'commander';
import { placesFrom } from '../local/local-places.ts';

/** What runs: a home on one machine, or a process of one that is bigger. */
export function addHomeCommands(program: Command): void {
  program
    .command('up')
    .description('everything on one machine: PostgreSQL, OSS and STS emulators, api, worker, residents')
    .option('--no-residents', 'nobody lives here yet')
    .option(
      '--take-over <file>',
      'the bucket is another home’s, which gave it away in this file (keys hand-over)',
    )
    .option('--republish', 'the bucket was emptied: put back what the database has', false)
    .option(
      '--adopt',
      'use a data folder that another installation made, as a home of an older version',
      false,
    )
    .action(async (options: { residents: boolean; takeOver?: string; republish: boolean; adopt: boolean }) =>
      (await import('../commands/up.ts')).up(placesFrom(process.env), options),
    );

  program
    .command('api')
    .description('answer agents (configured by the environment)')
    .option(
      '--take-over <file>',
      'the bucket is another home’s, which gave it away in this file (keys hand-over)',
    )
    .action(async (options: { takeOver?: string }) =>
      (await import('../commands/serve.ts')).serveApi(options),
    );
  program
    .command('worker')
    .description('judge and publish (configured by the environment)')
    .option('--pulse-file <path>', 'a file written every five seconds while all is well, for health checks')
    .option(
      '--take-over <file>',
      'the bucket is another home’s, which gave it away in this file (keys hand-over)',
    )
    .option('--republish', 'the bucket was emptied: put back what the database has', false)
    .action(async (options: { pulseFile?: string; takeOver?: string; republish: boolean }) =>
      (await import('../commands/serve.ts')).serveWorker(options),
    );
  addEmulators(program);
}

function addEmulators(program: Command): void {
  program
    .command('oss-emulator')
    .description('OSS and STS on localhost, to develop against without an account')
    .option('--events', 'push object events to the API of this machine', false)
    .action(async (options: { events: boolean }) =>
      (await import('../commands/oss-emulator.ts')).serveOssEmulator(placesFrom(process.env), options),
    );

  program
    .command('model-emulator')
    .description('OpenAI’s and Anthropic’s protocols on localhost, answers from scripts: no language model')
    .argument('<script...>', 'YAML files, or folders of them, in the order in which they are asked')
    .option('--verbose', 'a line a request: which rule answered', false)
    .action(async (scripts: string[], options: { verbose: boolean }) =>
      (await import('../commands/model-emulator.ts')).serveModelEmulator(
        placesFrom(process.env),
        scripts,
        options,
      ),
    );
}
