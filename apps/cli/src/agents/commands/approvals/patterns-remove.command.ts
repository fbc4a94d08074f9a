import { project } from '../../../command-line/common-options.ts';
import { defineCommand } from '../../../command-line/define-command.ts';
import type { PatternsFlags } from './patterns.ts';

export const approvalsPatternsRemove = defineCommand<PatternsFlags, [string]>({
  name: 'approvals patterns remove',

  summary: 'remove a pattern, so that its calls need an approval again',
  usage: '<pattern>',
  examples: ["agent-home approvals patterns remove 'bash(git diff *)'"],
  options: [project],
  outputs: { formats: ['table', 'json'] },
  needsHome: false,
  misuse: 2,
  run: async (flags, [pattern]) => (await import('./patterns.ts')).removeStoredPattern(pattern, flags),
});
