import { shownText } from '@agent-home/protocol';
import { LogError } from '@agent-home/run-log';
import { questionOf, replayLog } from '@agent-home/runtime';
import { type FileRunStore, RunStoreError } from '@agent-home/runtime-node';
import { ApprovalCommandError } from '../errors/approval-command-error.ts';
import type { Asked } from './asked.ts';

/**
 * What people are asked by the runs of a folder, the oldest question first. A log counts only if it is what its inputs make of
 * it: nobody is shown other arguments than those that would be used.
 */
export async function findQuestions(
  store: FileRunStore,
  passBy: (runId: string, error: Error) => void,
): Promise<Asked[]> {
  const found: Asked[] = [];
  for (const { runId, agent, status } of await store.list()) {
    if (status !== 'open') continue;
    try {
      const { lines, value } = await store.read(runId);
      const question = questionOf(replayLog(lines, value).state);
      if (question) found.push({ runId, agent, question });
    } catch (error) {
      if (!(error instanceof LogError || error instanceof RunStoreError)) throw error;
      passBy(runId, error);
    }
  }
  return found.sort((one, other) => Date.parse(one.question.askedAt) - Date.parse(other.question.askedAt));
}

/** @throws ApprovalCommandError `no_such_question` */
export async function findQuestion(store: FileRunStore, id: string): Promise<Asked> {
  const questions = await findQuestions(store, tellDamaged);
  const asked = questions.find(({ question }) => question.id === id);
  if (asked) return asked;
  throw new ApprovalCommandError(
    'no_such_question',
    `nobody waits for an answer to ${shownText(id).slice(0, 80)}: it was answered, its run has ended, or it never was`,
  );
}

export function tellDamaged(runId: string, error: Error): void {
  console.error(`agent-home: run ${runId} is passed by: ${shownText(error.message)}`);
}
