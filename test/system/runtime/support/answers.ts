import type { PersonsWord, Question } from '@agent-home/agent-runtime';

/** Who has to be asked for everything, within three days. */
export const people = { operator: { autoApprove: [], unlocked: [], approvalExpiresMs: 3 * 24 * 3_600_000 } };
export const runId = 'run_interrupted';

/** What a person says to what they were shown. */
export function wordTo(
  question: Question,
  word: PersonsWord['word'],
  changes: Partial<PersonsWord> = {},
): PersonsWord {
  const { id: questionId, data } = question;
  return { questionId, argumentsSha256: data.arguments_sha256, word, name: 'grace', reason: '', ...changes };
}
