import { getQuestion, replayLog } from '@agent-home/agent-runtime';
import { LogError } from '@agent-home/agent-runtime/run-log';
import { shownText } from '@agent-home/protocol';
import { type FileRunStore, notAuthentic, RunStoreError } from '@agent-home/runtime-node';
import { ApprovalCommandError } from '../../errors/command-errors.ts';
import type { Asked } from './asked.ts';

/** A question in the log of a run. */
interface FoundQuestion extends Asked {
  /** False if this machine did not write the log: an answer to it would be refused (ADR 0040). */
  isAuthentic: boolean;
}

/**
 * Returns the questions of a folder's runs, oldest first. A log counts only if it equals its replay, so that
 * the displayed arguments are the ones that would be used.
 */
export async function findQuestions(
  store: FileRunStore,
  passBy: (runId: string, error: Error) => void,
): Promise<FoundQuestion[]> {
  const found: FoundQuestion[] = [];
  for (const { runId, agent, status } of await store.list()) {
    if (status !== 'open') continue;
    try {
      const stored = await store.read(runId);
      const { lines, value } = stored;
      const question = getQuestion(replayLog(lines, value).state);
      if (question) found.push({ runId, agent, question, isAuthentic: stored.isAuthentic() });
    } catch (error) {
      if (!(error instanceof LogError || error instanceof RunStoreError)) throw error;
      passBy(runId, error);
    }
  }
  return found.sort((one, other) => Date.parse(one.question.askedAt) - Date.parse(other.question.askedAt));
}

/** @throws ApprovalCommandError `no_such_question`; RunStoreError `log_not_authentic` */
export async function findQuestion(store: FileRunStore, id: string): Promise<Asked> {
  const questions = await findQuestions(store, printDamagedRun);
  const asked = questions.find(({ question }) => question.id === id);
  if (asked?.isAuthentic === false) throw notAuthentic(asked.runId);
  if (asked) return asked;
  throw new ApprovalCommandError(
    'no_such_question',
    `no run waits for an answer to ${shownText(id).slice(0, 80)}: see agent-home approvals list for the open ones`,
  );
}

export function printDamagedRun(runId: string, error: Error): void {
  console.error(`agent-home: run ${runId} is skipped: ${shownText(error.message)}`);
}
