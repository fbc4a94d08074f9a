import { reason, runsFolder, setValue } from '../../../command-line/common-options.ts';
import { defineCommand } from '../../../command-line/define-command.ts';
import type { AnswerFlags } from './answer.ts';

export const approvalsApprove = defineCommand<AnswerFlags, [string]>({
  name: 'approvals approve',

  summary: 'approve a call with exactly the shown arguments',
  usage: '<id>',
  examples: [
    'agent-home approvals approve APPROVAL',
    "agent-home approvals approve APPROVAL --set 'findings=[1, 2]'",
  ],
  options: [reason, setValue, runsFolder],
  outputs: { formats: ['text', 'json'] },
  needsHome: false,
  misuse: 2,
  run: async (flags, [id]) =>
    (await import('./answer.ts')).answerQuestion(process.env, { id, word: 'approve' }, flags),
});
