import { reading } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { ReadingFlags } from '../local/open-reading.ts';

export const topicReplay = defineCommand<ReadingFlags, [string]>({
  name: 'topic replay',

  summary: 'replay the ledger of a topic and compare every verdict',
  usage: '<id>',
  examples: ['agent-home topic replay round-table'],
  options: reading,
  needsHome: 'api',
  misuse: 1,
  run: async (flags, [id]) => (await import('./topic-replay.ts')).replayTopic(process.env, id, flags),
});
