import type { PersonsWord } from '@agent-home/agent-runtime';
import { AnswerRefusedError, answerRun } from '@agent-home/runtime-node';
import { ApprovalCommandError } from '../../../errors/command-errors.ts';
import { jsonDocument } from '../../../terminal/json-document.ts';
import { describeQuestion } from '../../approvals/describe-question.ts';
import { findQuestion } from '../../approvals/find-questions.ts';
import { nameOfUser } from '../../approvals/name-of-user.ts';
import { questionDocument } from '../../approvals/question-document.ts';
import { readValues } from '../../graphs/read-values.ts';
import { findFirstRun } from '../../runs/delegating-runs.ts';
import { openRuns, type RunsFlags, withPlainErrors } from '../../runs/open-runs.ts';

export interface AnswerFlags extends RunsFlags {
  /** Values of the state of a graph, each `NAME=JSON`. */
  set?: string[];
  reason: string;
  format: 'text' | 'json';
}

/**
 * `agent-home approvals approve|deny ID`, `approvals settle ID ANSWER`: shows the subject of the answer, then
 * records it. The process that continues the run makes the call.
 */
export async function answerQuestion(
  environment: Record<string, string | undefined>,
  { id, word }: { id: string; word: PersonsWord['word'] },
  { reason, set = [], format, ...flags }: AnswerFlags,
): Promise<void> {
  const store = openRuns(environment, flags);
  await withPlainErrors(async () => {
    const asked = await findQuestion(store, id);
    const { runId, question } = asked;
    const isApproval = word === 'approve' || word === 'deny';
    if (isApproval !== (question.kind === 'approval'))
      throw new ApprovalCommandError('wrong_kind_of_answer', wrongKind(question.kind, id));
    // The process that continues the run would refuse it as well, but without a message at this terminal.
    if (
      word === 'approve' &&
      'expires_at' in question.data &&
      Date.now() >= Date.parse(question.data.expires_at)
    )
      throw new ApprovalCommandError(
        'approval_expired',
        `the approval ${id} has expired and counts as denied: resume the run`,
      );
    if (format === 'text') for (const line of describeQuestion(asked)) console.log(line);
    const given: PersonsWord = {
      questionId: id,
      // Bound to the displayed arguments: if the run now waits for another call, the answer does not apply.
      argumentsSha256: question.data.arguments_sha256,
      word,
      name: nameOfUser(),
      reason: reason.slice(0, 1_000).toWellFormed(),
      ...(set.length === 0 ? {} : { values: readValues(set) }),
    };
    const now = () => new Date().toISOString();
    const { to, next } = await deliver();
    if (format === 'json')
      return console.log(
        jsonDocument({ ...questionDocument(asked), answer: word, recorded: to === 'log', next }),
      );
    console.log(`\n${told[word]}${to === 'log' ? '' : ', handed to the process that runs it'}`);
    if (next !== null) console.log(`to continue: ${next}`);

    async function deliver(): Promise<{ to: 'log' | 'process'; next: string | null }> {
      try {
        const answered = await answerRun(store, runId, { word: given, now });
        const isContinued = answered.to === 'log' && !answered.state.ended;
        return {
          to: answered.to,
          next: isContinued ? `agent-home runs resume ${await findFirstRun(store, runId)}` : null,
        };
      } catch (error) {
        if (!(error instanceof AnswerRefusedError)) throw error;
        const code = error.code === 'too_late' ? 'approval_expired' : error.code;
        throw new ApprovalCommandError(code, error.message, { cause: error });
      }
    }
  });
}

const told: Record<PersonsWord['word'], string> = {
  approve: 'approved',
  deny: 'denied',
  done: 'recorded as done',
  not_done: 'recorded as not done: the call is made when the run resumes',
  give_up: 'given up: the run has ended',
};

function wrongKind(kind: 'approval' | 'outcome', id: string): string {
  return kind === 'approval'
    ? `${id} is an approval: use approvals approve or approvals deny`
    : `${id} is the unknown outcome of a call: use approvals settle ${id} done|not-done|give-up`;
}
