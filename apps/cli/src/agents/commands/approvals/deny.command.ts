import { reason, runsFolder } from '../../../command-line/common-options.ts';
import { defineCommand } from '../../../command-line/define-command.ts';
import type { AnswerFlags } from './answer.ts';

export const approvalsDeny = defineCommand<AnswerFlags, [string]>({
  name: 'approvals deny',

  summary: 'deny a call; a required approval then ends the run',
  usage: '<id>',
  examples: ["agent-home approvals deny APPROVAL --reason 'not on a Friday'"],
  options: [reason, runsFolder],
  outputs: { formats: ['text', 'json'] },
  needsHome: false,
  misuse: 2,
  run: async (flags, [id]) =>
    (await import('./answer.ts')).answerQuestion(process.env, { id, word: 'deny' }, flags),
});
