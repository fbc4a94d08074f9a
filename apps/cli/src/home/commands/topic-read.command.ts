import { reading } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { ReadFlags } from './topic-read.ts';

export const topicRead = defineCommand<ReadFlags, [string]>({
  name: 'topic read',

  summary: 'print a topic from its start, finished ones too, each message verified',
  usage: '<id>',
  details:
    'It ends with the last entry there is, and prints the command for the next ones if it ends before. topic watch follows on.',
  examples: [
    'agent-home topic read round-table',
    'agent-home topic read round-table --from 101 --limit 50',
    'agent-home topic read round-table --json > round-table.jsonl',
  ],
  options: [
    ...reading,
    { flags: '--from <n>', summary: 'begin with this entry' },
    { flags: '--limit <n>', summary: 'print so many entries; default: all, on a terminal 100' },
    { flags: '--all', summary: 'show every ledger entry, also what was ruled out' },
  ],
  needsHome: 'api',
  outputs: { json: 'lines' },
  misuse: 1,
  run: async (flags, [id]) => (await import('./topic-read.ts')).readTopic(process.env, id, flags),
});
