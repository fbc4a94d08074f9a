import { reading } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { ReadingFlags } from '../local/open-reading.ts';

export const topicWatch = defineCommand<ReadingFlags & { all?: boolean }, [string]>({
  name: 'topic watch',

  summary: 'follow a topic and verify each message',
  usage: '<id>',
  examples: ['agent-home topic watch round-table'],
  options: [...reading, { flags: '--all', summary: 'show every ledger entry, including ruled-out ones' }],
  needsHome: 'api',
  misuse: 1,
  run: async (flags, [id]) => (await import('./topic-watch.ts')).watchTopic(process.env, id, flags),
});
