import type { RecordData } from '@agent-home/run-log';
import type { Answered, RunState, Waiting } from '../state/run-state.ts';
import type { StepWriter } from '../state/writing.ts';
import { askModel, tryModel } from './ask-model.ts';
import { causeOf } from './cause-of.ts';
import { decideAnew, unlessAllowed } from './decide-anew.ts';
import { goOnFromNode } from './graph-node.ts';
import { wordOfPerson } from './graph-person.ts';
import { afterApproval, nextCall } from './next-call.ts';
import { withPresentRules } from './present-rules.ts';
import { doneByWord } from './settle-call.ts';
import { takeAside } from './take-answer.ts';
import { takeResult } from './take-result.ts';

/**
 * Applies the stricter of the pinned and the present rules from here on, also to what a dead process was about to do (ADR 0042).
 */
export function resumeRun(before: RunState, writer: StepWriter, data: RecordData<'run.resumed'>): RunState {
  const { seq } = writer.write('run.resumed', data, causeOf(before));
  const { present } = data;
  const state = present ? withPresentRules(before, present) : before;
  const { waiting } = state;
  if (waiting.for === 'model') return askAgain(state, writer, waiting, seq);
  if (waiting.for === 'resumption') return goOn(state, writer, waiting.from, seq);
  return present ? decideAnew(state, writer, seq) : state;
}

/**
 * What the dead process had asked a model is asked again, under another id: nobody heard the answer. It may have to be paid all
 * the same, so that what was set aside for it is not there any more.
 */
function askAgain(
  state: RunState,
  writer: StepWriter,
  { request, inputTokens, side }: Extract<Waiting, { for: 'model' }>,
  cause: number,
): RunState {
  const { time } = writer;
  const lostTokens = {
    input: state.lostTokens.input + inputTokens,
    output: state.lostTokens.output + request.maxOutputTokens,
  };
  const lost: RunState = { ...state, lostTokens, waiting: { for: 'nothing' } };
  if (!side) return askModel(lost, writer, { request, inputTokens, time, cause });
  const tried = tryModel(lost, writer, { request, inputTokens, time, cause, side });
  if ('state' in tried) return tried.state;
  return takeAside(lost, writer, side, { answer: undefined, seq: tried.cause });
}

/** What a person answered comes into effect when a process goes on with the run. */
function goOn(state: RunState, writer: StepWriter, from: Answered, cause: number): RunState {
  if (from.kind === 'approval') return afterApproval(state, writer, from, cause);
  if (from.kind === 'node') {
    const known: RunState = { ...state, waiting: { for: 'nothing' } };
    return goOnFromNode(known, writer, { output: wordOfPerson(from.data), answer: '', cause });
  }
  const { call, data } = from;
  // The same call with the same key, if it is still allowed: it never happened.
  if (data.answer === 'not_done') {
    const again: RunState = { ...state, waiting: { for: 'outcome', call } };
    return state.present ? unlessAllowed(again, writer, { call, cause }) : again;
  }
  const told = takeResult({ ...state, waiting: { for: 'nothing' } }, writer, {
    call: call.request,
    outcome: doneByWord(call.tool.name, data.reason),
    cause,
  });
  return told.ended ? told : nextCall(told, writer, cause);
}
