import { reading } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { ReadingFlags } from '../local/open-reading.ts';

export const topicWatch = defineCommand<ReadingFlags & { all?: boolean }, [string]>({
  name: 'topic watch',

  summary: 'follow a conversation, each message verified',
  usage: '<id>',
  examples: ['agent-home topic watch round-table'],
  options: [...reading, { flags: '--all', summary: 'show every ledger entry, also what was ruled out' }],
  needsHome: 'api',
  misuse: 1,
  run: async (flags, [id]) => (await import('./topic-watch.ts')).watchTopic(process.env, id, flags),
});
