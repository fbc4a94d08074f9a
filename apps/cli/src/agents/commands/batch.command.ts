import { noWait, project, runsFolder, wholeNumber } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { BatchFlags } from './batch.ts';

const mostAtOnce = 16;

export const agentsBatch = defineCommand<BatchFlags, [string]>({
  name: 'agents batch',

  summary: 'run each line of an input; exit code 1 if one was not answered, 3 if one waits for a person',
  usage: '<name>',
  examples: [
    'agent-home agents batch my-agent --input prompts.txt --output results.jsonl',
    'agent-home agents batch my-agent --input prompts.txt --output results.jsonl --resume',
  ],
  options: [
    {
      flags: '--input <file>',
      summary: 'a prompt per line, or {"prompt": "…", "id": "…"}; - for standard input',
      isRequired: true,
    },
    {
      flags: '--output <file>',
      summary: 'file for results, JSON Lines as they finish; default: they are printed',
    },
    {
      flags: '--concurrency <number>',
      summary: `lines at once, at most ${mostAtOnce}`,
      parse: wholeNumber(1, mostAtOnce),
      default: 2,
    },
    {
      flags: '--resume',
      summary: 'continue the batch of this output: no line that has ended runs again',
      default: false,
    },
    project,
    runsFolder,
    { ...noWait, summary: 'let a line fail that would wait for a person' },
  ],
  outputs: { formats: ['table', 'json'] },
  needsHome: false,
  misuse: 2,
  run: async (flags, [name]) => (await import('./batch.ts')).runBatch(name, flags),
});
