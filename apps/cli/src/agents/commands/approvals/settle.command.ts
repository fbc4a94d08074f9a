import { reason, runsFolder } from '../../../command-line/common-options.ts';
import { defineCommand } from '../../../command-line/define-command.ts';
import type { AnswerFlags } from './answer.ts';

const settlements = { done: 'done', 'not-done': 'not_done', 'give-up': 'give_up' } as const;

export const approvalsSettle = defineCommand<AnswerFlags, [string, keyof typeof settlements]>({
  name: 'approvals settle',

  summary: 'record the outcome of a call whose process died',
  usage: '<id> <answer>',
  arguments: { answer: { choices: Object.keys(settlements) } },
  examples: ['agent-home approvals settle APPROVAL done'],
  options: [reason, runsFolder],
  outputs: { formats: ['text', 'json'] },
  needsHome: false,
  misuse: 2,
  run: async (flags, [id, answer]) =>
    (await import('./answer.ts')).answerQuestion(process.env, { id, word: settlements[answer] }, flags),
});
