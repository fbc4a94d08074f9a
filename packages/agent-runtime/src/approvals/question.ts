import { sha256Hex } from '@agent-home/protocol';
import { RuntimeError } from '../errors/runtime-error.ts';
import type { Answer, PersonsWord, Question } from '../ports/question.ts';
import type { RunInput } from '../ports/run-input.ts';
import type { Answerer, ApprovalDecided } from '../run-log/index.ts';
import type { RunState } from '../state/run-state.ts';

export function getQuestion({ waiting }: RunState): Question | undefined {
  if (waiting.for !== 'approval' && waiting.for !== 'settlement') return undefined;
  const { asked } = waiting;
  return waiting.for === 'approval'
    ? { kind: 'approval', id: waiting.question.approval_id, askedAt: asked.time, data: waiting.question }
    : { kind: 'outcome', id: waiting.question.question_id, askedAt: asked.time, data: waiting.question };
}

export type WrongAnswer =
  | 'not_asked'
  | 'other_question'
  | 'other_arguments'
  | 'values_for_call'
  | 'not_certified'
  | 'too_late'
  | 'too_early';

/**
 * Returns the reason why an answer does not fit the pending question: another call, other arguments, another run, an ended run, or
 * a second answer. A call is permitted only by a fitting answer.
 * @param time of the answer, RFC 3339
 */
export function wrongAnswer(state: RunState, answer: Answer, time: string): WrongAnswer | undefined {
  const question = getQuestion(state);
  if (!question) return 'not_asked';
  const id = answer.kind === 'approval' ? answer.data.approval_id : answer.data.question_id;
  if (question.kind !== answer.kind || question.id !== id) return 'other_question';
  if (question.data.arguments_sha256 !== answer.data.arguments_sha256) return 'other_arguments';
  if (question.kind !== 'approval' || answer.kind !== 'approval') return undefined;
  if (answer.data.values && (question.data.node === undefined || answer.data.decision !== 'approve'))
    return 'values_for_call';
  if (state.first.operator.approvals_by === 'home' && !mayAnswerForHome(answer.data)) return 'not_certified';
  // A time that cannot be compared is too late for an approval.
  const isInTime = Date.parse(time) < Date.parse(question.data.expires_at);
  const { decision } = answer.data;
  if (decision === 'expired') return isInTime ? 'too_early' : undefined;
  return decision === 'approve' && !isInTime ? 'too_late' : undefined;
}

/** True if an answer comes from a home, or from the runtime, which approves nothing. A pattern is allowed by such a decision. */
function mayAnswerForHome({ decision, by }: ApprovalDecided): boolean {
  return by.kind === 'runtime' ? decision !== 'approve' : by.certificate !== undefined;
}

/** @throws RuntimeError `unexpected_input` if an answer does not fit the pending question; valid logs contain no such answer */
export function requireFit(state: RunState, answer: Answer, time: string): void {
  const wrong = wrongAnswer(state, answer, time);
  if (wrong)
    throw new RuntimeError('unexpected_input', `the answer does not fit the pending question: ${wrong}`);
}

/** Returns the run's input for a person's answer. */
export function getAnswer(
  { questionId, argumentsSha256, word, name, reason, values, certificate }: PersonsWord,
  via: Answerer['via'],
): Answer {
  const by = {
    kind: 'person' as const,
    name,
    via,
    ...(certificate === undefined ? {} : { certificate }),
  };
  const told = { arguments_sha256: argumentsSha256, by, reason };
  const set = values === undefined ? {} : { values };
  return word === 'approve' || word === 'deny'
    ? { kind: 'approval', data: { approval_id: questionId, decision: word, ...told, ...set } }
    : { kind: 'outcome', data: { question_id: questionId, answer: word, ...told } };
}

/** Returns the answer for a run that has no approver and must not wait. */
export function nobodyToAsk(question: Question): Answer {
  const by = { kind: 'runtime' as const, name: '', via: 'setup' as const };
  const told = { arguments_sha256: question.data.arguments_sha256, by, reason: 'no approver is available' };
  return question.kind === 'approval'
    ? { kind: 'approval', data: { approval_id: question.id, decision: 'unavailable', ...told } }
    : { kind: 'outcome', data: { question_id: question.id, answer: 'unavailable', ...told } };
}

/** Returns the answer of the clock once the question has expired. @param time RFC 3339 */
export function answerOfClock(question: Question, time: string): Answer | undefined {
  if (question.kind !== 'approval' || Date.parse(time) < Date.parse(question.data.expires_at))
    return undefined;
  const { arguments_sha256, approval_id } = question.data;
  const by = { kind: 'runtime' as const, name: '', via: 'clock' as const };
  const reason = 'no answer in time';
  return { kind: 'approval', data: { approval_id, arguments_sha256, decision: 'expired', by, reason } };
}

export function inputOfAnswer(answer: Answer, time: string): RunInput {
  return answer.kind === 'approval'
    ? { type: 'approval.decided', time, data: answer.data }
    : { type: 'call.answered', time, data: answer.data };
}

/**
 * Returns the id of a question to a person. It covers everything that the answer is about, so that no answer fits another call,
 * other arguments, another run, or a later question about the same call.
 */
export function questionId(
  kind: 'approval' | 'outcome',
  about: {
    runId: string;
    seq: number;
    callId: string;
    tool: string;
    argumentsSha256: string;
    /** Key of a run with private content, so that an id reveals no arguments. */
    privateKey?: string | undefined;
  },
): string {
  const { runId, seq, callId, tool, argumentsSha256, privateKey } = about;
  const key = privateKey === undefined ? [] : [privateKey];
  const text = JSON.stringify([kind, runId, seq, callId, tool, argumentsSha256, ...key]);
  return `ask_${sha256Hex(new TextEncoder().encode(text)).slice(0, 32)}`;
}
