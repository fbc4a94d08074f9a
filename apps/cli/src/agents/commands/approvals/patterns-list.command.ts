import { project } from '../../../command-line/common-options.ts';
import { defineCommand } from '../../../command-line/define-command.ts';
import type { PatternsFlags } from './patterns.ts';

export const approvalsPatternsList = defineCommand<PatternsFlags>({
  name: 'approvals patterns list',

  summary: 'list the calls that are allowed for always, with their author and file',
  examples: ['agent-home approvals patterns list'],
  options: [project],
  outputs: { formats: ['table', 'json'] },
  needsHome: false,
  misuse: 2,
  run: async (flags) => (await import('./patterns.ts')).listPatterns(flags),
});
