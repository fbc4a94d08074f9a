import { noWait, project, runsFolder, wholeNumber } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { BatchFlags } from './batch.ts';

const mostAtOnce = 16;

export const agentsBatch = defineCommand<BatchFlags, [string]>({
  name: 'agents batch',

  summary: 'run an agent for each input line; exit code 1 on failure, 3 if an approval is pending',
  usage: '<name>',
  examples: [
    'agent-home agents batch my-agent --input prompts.txt --output results.jsonl',
    'agent-home agents batch my-agent --input prompts.txt --output results.jsonl --resume',
  ],
  options: [
    {
      flags: '--input <file>',
      summary: 'prompts or {"prompt": "…", "id": "…"}, one per line; - for standard input',
      isRequired: true,
    },
    {
      flags: '--output <file>',
      summary: 'file for results as JSON Lines; default: standard output',
    },
    {
      flags: '--concurrency <number>',
      summary: `lines at once, at most ${mostAtOnce}`,
      parse: wholeNumber(1, mostAtOnce),
      default: 2,
    },
    {
      flags: '--resume',
      summary: 'continue the batch of this output without finished lines',
      default: false,
    },
    project,
    runsFolder,
    { ...noWait, summary: 'fail lines that need an approval' },
  ],
  outputs: { formats: ['table', 'json'] },
  needsHome: false,
  misuse: 2,
  run: async (flags, [name]) => (await import('./batch.ts')).runBatch(name, flags),
});
