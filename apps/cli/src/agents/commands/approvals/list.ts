import type { Question } from '@agent-home/agent-runtime';
import { shownText } from '@agent-home/protocol';
import { notAuthentic } from '@agent-home/runtime-node';
import { jsonDocument } from '../../../terminal/json-document.ts';
import { toTable } from '../../../terminal/table.ts';
import { preview } from '../../../terminal/untrusted-text.ts';
import { textOfNode } from '../../approvals/describe-question.ts';
import { findQuestions, printDamagedRun } from '../../approvals/find-questions.ts';
import { questionDocument } from '../../approvals/question-document.ts';
import { openRuns, type RunsFlags, withPlainErrors } from '../../runs/open-runs.ts';

const longestQuestion = 80;

interface ListFlags extends RunsFlags {
  format: 'table' | 'json';
}

/** `agent-home approvals list`: questions of waiting runs, oldest first. */
export async function listApprovals(
  environment: Record<string, string | undefined>,
  { format, ...flags }: ListFlags,
): Promise<void> {
  const found = await withPlainErrors(() => findQuestions(openRuns(environment, flags), printDamagedRun));
  const asked = found.filter(({ isAuthentic }) => isAuthentic);
  for (const { runId, isAuthentic } of found) if (!isAuthentic) printDamagedRun(runId, notAuthentic(runId));
  if (format === 'json') return console.log(jsonDocument(asked.map(questionDocument)));
  if (asked.length === 0) return console.log('no open approvals');
  const rows = asked.map(({ runId, agent, question }) => row(runId, agent, question));
  console.log(toTable(['id', 'asks', 'tool', 'risk', 'agent', 'run', 'asked', 'expires'], rows));
}

/** A question of a graph shows its text in the column where other questions show their tool. */
function row(runId: string, agent: string, question: Question): string[] {
  const { id, kind, askedAt, data } = question;
  const text = textOfNode(question);
  return [
    id,
    text !== undefined ? 'a person' : kind === 'approval' ? 'may it' : 'was it',
    text === undefined ? shownText(data.tool) : preview(text, longestQuestion),
    shownText(data.risk),
    shownText(agent),
    runId,
    askedAt.slice(0, 19),
    'expires_at' in data ? data.expires_at.slice(0, 19) : 'never',
  ];
}
