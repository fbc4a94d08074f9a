import { reading } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { ReadFlags } from './topic-read.ts';

export const topicRead = defineCommand<ReadFlags, [string]>({
  name: 'topic read',

  summary: 'print a topic from its start and verify each message',
  usage: '<id>',
  details: 'If entries remain, the output ends with the command for the next ones.',
  examples: [
    'agent-home topic read round-table',
    'agent-home topic read round-table --from 101 --limit 50',
    'agent-home topic read round-table --json > round-table.jsonl',
    'agent-home topic read round-table --entry 17 > entry.json',
  ],
  options: [
    ...reading,
    { flags: '--from <n>', summary: 'first entry' },
    { flags: '--limit <n>', summary: 'number of entries; default: all, or 100 on a terminal' },
    { flags: '--all', summary: 'show every ledger entry, including ruled-out ones' },
    { flags: '--entry <n>', summary: 'print one entry as certified, for runs verify --message' },
  ],
  needsHome: 'api',
  outputs: { json: 'lines' },
  misuse: 1,
  run: async (flags, [id]) => (await import('./topic-read.ts')).readTopic(process.env, id, flags),
});
