import type { PersonsWord, Question } from '@agent-home/agent-runtime';

/** Options that require an approval for everything, within three days. */
export const people = { operator: { autoApprove: [], unlocked: [], approvalExpiresMs: 3 * 24 * 3_600_000 } };
export const runId = 'run_interrupted';

/** Returns a person's reply to a question. */
export function wordTo(
  question: Question,
  word: PersonsWord['word'],
  changes: Partial<PersonsWord> = {},
): PersonsWord {
  const { id: questionId, data } = question;
  return { questionId, argumentsSha256: data.arguments_sha256, word, name: 'grace', reason: '', ...changes };
}
