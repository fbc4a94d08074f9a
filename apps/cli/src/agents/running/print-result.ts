import { agentAtWork, getQuestion } from '@agent-home/agent-runtime';
import type { RunResult } from '@agent-home/runtime-node';
import { describeQuestion, wayOn } from '../approvals/describe-question.ts';
import { questionDocument } from '../approvals/question-document.ts';

/** Returns the result of a run, or its pending question, as a JSON document. */
export function resultDocument({ runId, state, waitsFor = [] }: RunResult) {
  const { first, started, ended, head } = state;
  const question = getQuestion(state);
  const isWaiting = question !== undefined || waitsFor.length > 0;
  return {
    run_id: runId,
    session_id: first.session_id,
    agent: first.agent,
    // Agent after handoffs, or the last one of its graph.
    ...(started.agent === first.agent ? {} : { at_work: started.agent }),
    status: ended?.status ?? (isWaiting ? 'waiting' : 'open'),
    ...(ended?.code === undefined ? {} : { code: ended.code }),
    ...(ended?.message === undefined ? {} : { message: ended.message }),
    ...(question ? { question: questionDocument({ runId, agent: agentAtWork(state), question }) } : {}),
    ...(waitsFor.length === 0 ? {} : { waits_for: waitsFor }),
    answer: ended?.answer ?? '',
    usage: ended?.usage ?? null,
    head: head.hash,
  };
}

/** Prints the commands for a run that keeps waiting. */
export function printWaiting(
  { runId, state, waitsFor = [] }: RunResult,
  print: (line: string) => void,
): void {
  if (waitsFor.length > 0) {
    print(`the run waits for approvals of runs that it delegated: ${waitsFor.join(', ')}`);
    print('to answer:   agent-home approvals list');
    print(`to continue: agent-home runs resume ${runId}`);
    return;
  }
  const question = getQuestion(state);
  if (!question) return;
  for (const line of describeQuestion({ runId, agent: agentAtWork(state), question })) print(line);
  for (const line of wayOn({ runId, question })) print(line);
}

export type ExitCode = 0 | 1 | 3;

/** Returns 0 if the run answered, 3 if it waits for an approval, and 1 otherwise. */
export function getExitCode({ state, waitsFor }: RunResult): ExitCode {
  if (state.ended?.status === 'answered') return 0;
  return getQuestion(state) || waitsFor ? 3 : 1;
}
