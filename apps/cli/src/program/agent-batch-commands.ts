import { type Command, InvalidArgumentError, Option } from 'commander';
import type { BatchFlags } from '../commands/agents/batch.ts';

const mostAtOnce = 16;

/** An agent of `type: batch` is given a file. */
export function addBatch(agents: Command): void {
  agents
    .command('batch <name>')
    .description(
      'each line of an input a run of its own; exit code 1 where one was not answered, 3 where people are waited for',
    )
    .requiredOption(
      '--input <file>',
      'a prompt a line, or {"prompt": "…", "id": "…"}; - for what is piped in',
    )
    .option('--output <file>', 'where results go, JSON Lines as they finish; without it they are printed')
    .option('--concurrency <number>', `lines at once, at most ${mostAtOnce}`, atOnce, 2)
    .option('--resume', 'go on with the batch of this output: no line that has ended is run again', false)
    .option('--project <folder>', 'the folder that has agents/; default: where you are')
    .option('--runs <folder>', 'folder of the runs; default runs in the state folder of the project')
    .option('--no-wait', 'a line for which a person would have to be waited for fails')
    .addOption(new Option('--format <format>', 'of the report').choices(['table', 'json']).default('table'))
    .action(async (name: string, flags: BatchFlags) => {
      process.exitCode = await (await import('../commands/agents/batch.ts')).runBatch(name, flags);
    });
}

function atOnce(text: string): number {
  const number = Number(text);
  if (/^\d{1,2}$/.test(text) && number >= 1 && number <= mostAtOnce) return number;
  throw new InvalidArgumentError(`a number from 1 to ${mostAtOnce}`);
}
