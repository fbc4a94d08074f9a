import { jsonDocument } from '../../../terminal/json-document.ts';
import { describeQuestion, wayOn } from '../../approvals/describe-question.ts';
import { findQuestion } from '../../approvals/find-questions.ts';
import { questionDocument } from '../../approvals/question-document.ts';
import { openRuns, type RunsFlags, withPlainErrors } from '../../runs/open-runs.ts';

interface ShowFlags extends RunsFlags {
  format: 'text' | 'json';
}

/** `agent-home approvals show ID`: the exact call, and the agent that requests approval. */
export async function showApproval(
  environment: Record<string, string | undefined>,
  id: string,
  { format, ...flags }: ShowFlags,
): Promise<void> {
  const asked = await withPlainErrors(() => findQuestion(openRuns(environment, flags), id));
  if (format === 'json') return console.log(jsonDocument(questionDocument(asked)));
  for (const line of [...describeQuestion(asked), '', ...wayOn(asked)]) console.log(line);
}
