import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ShowFlags } from '../commands/runs/show.ts';
import type { RunsFlags } from '../runs/open-runs.ts';
import { withExitCodes } from './exit-codes.ts';

/** Runs of agents, each a log. */
export function addRunCommands(program: Command): void {
  const runs = withExitCodes(
    program.command('runs').description('what agents did: each run is a log that anybody can verify'),
  );
  inFolder(runs.command('list'))
    .description('the runs there are, newest first')
    .option('--agent <name>', 'of one agent')
    .option('--session <id>', 'of one session')
    .addOption(formats('table', 'json'))
    .action(async (flags: RunsFlags & { agent?: string; session?: string; format: 'table' | 'json' }) =>
      (await import('../commands/runs/list.ts')).listRuns(process.env, flags),
    );
  inFolder(runs.command('show <run>'))
    .description('what a run was asked, read, answered, called, and why it was let')
    .option('--full', 'results and arguments as long as they are', false)
    .addOption(formats('text', 'json', 'events', 'plans'))
    .action(async (run: string, flags: ShowFlags) =>
      (await import('../commands/runs/show.ts')).showRun(process.env, run, flags),
    );
  addGraph(runs);
  addGuardrails(runs);
  inFolder(runs.command('watch [run]'))
    .description('follow a run until it has ended; without a name the newest')
    .action(async (run: string | undefined, flags: RunsFlags) =>
      (await import('../commands/runs/watch.ts')).watchRun(process.env, run, flags),
    );
  inFolder(runs.command('verify <run>'))
    .description('check the chain, every record, the values beside it, and a decision before each call')
    .addOption(formats('text', 'json'))
    .action(async (run: string, flags: RunsFlags & { format: 'text' | 'json' }) =>
      (await import('../commands/runs/verify.ts')).verifyRun(process.env, run, flags),
    );
  inFolder(runs.command('replay <run>'))
    .description('make the log again from its inputs and compare it byte by byte')
    .action(async (run: string, flags: RunsFlags) => {
      process.exitCode = await (await import('../commands/runs/replay.ts')).replayRun(
        process.env,
        run,
        flags,
      );
    });
  inFolder(runs.command('resume <run>'))
    .description('go on with a run whose process died or that a person has answered: nothing is done twice')
    .option('--project <folder>', 'the folder that has agents/; default: where you are')
    .option('--no-wait', 'fail where a person would have to be waited for')
    .addOption(formats('text', 'json'))
    .action(
      async (
        run: string,
        flags: RunsFlags & { project?: string; format: 'text' | 'json'; wait: boolean },
      ) => {
        process.exitCode = await (await import('../commands/runs/resume.ts')).resumeRun(run, flags);
      },
    );
  addFork(runs);
  inFolder(runs.command('cancel <run>'))
    .description('end a run that goes on, or whose process died')
    .option('--reason <text>', 'what its log says of it', 'asked for at the terminal')
    .action(async (run: string, flags: RunsFlags & { reason: string }) =>
      (await import('../commands/runs/cancel.ts')).cancel(process.env, run, flags),
    );
}

function addFork(runs: Command): void {
  inFolder(runs.command('fork <run>'))
    .description('a run of its own from a node of a workflow’s run, with all that was known there')
    .requiredOption('--from <node>', 'the node that it begins with')
    .option(
      '--visit <number>',
      'which time, of a node that was begun more than once; default: the last',
      wholeNumber,
    )
    .option('--project <folder>', 'the folder that has agents/; default: where you are')
    .option('--no-wait', 'fail where a person would have to be waited for')
    .option('--trace', 'what is asked of models and tools, as it happens', false)
    .addOption(formats('text', 'json'))
    .action(async (run: string, flags: Parameters<typeof import('../commands/runs/fork.ts').forkRun>[1]) => {
      process.exitCode = await (await import('../commands/runs/fork.ts')).forkRun(run, flags);
    });
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('a number from 1 on');
  return Number(text);
}

function addGraph(runs: Command): void {
  inFolder(runs.command('dag <run>'))
    .description('a run as a graph: a node for each question to a model and each call, with what it cost')
    .option('--json', 'nodes and edges with all their fields', false)
    .action(async (run: string, flags: RunsFlags & { json: boolean }) =>
      (await import('../commands/runs/dag.ts')).showDag(process.env, run, flags),
    );
}

function addGuardrails(runs: Command): void {
  inFolder(runs.command('guardrails <run>'))
    .description('what the guardrails of a run found, look by look; nothing of what they looked at')
    .addOption(formats('text', 'json'))
    .action(async (run: string, flags: RunsFlags & { format: 'text' | 'json' }) =>
      (await import('../commands/runs/guardrails.ts')).showGuardrails(process.env, run, flags),
    );
}

export function inFolder(command: Command): Command {
  return command.option(
    '--runs <folder>',
    'folder of the runs; default runs in the state folder of the project',
  );
}

export function formats(first: string, ...others: string[]): Option {
  return new Option('--format <format>', 'what is printed').choices([first, ...others]).default(first);
}
