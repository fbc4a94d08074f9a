import type { RecordData } from '@agent-home/run-log';
import type { Answered, RunState } from '../state/run-state.ts';
import type { StepWriter } from '../state/writing.ts';
import { askModel, tryModel } from './ask-model.ts';
import { causeOf } from './cause-of.ts';
import { goOnFromNode } from './graph-node.ts';
import { wordOfPerson } from './graph-person.ts';
import { afterApproval, nextCall } from './next-call.ts';
import { doneByWord } from './settle-call.ts';
import { takeAside } from './take-answer.ts';
import { takeResult } from './take-result.ts';

/**
 * What the dead process had asked a model is asked again, under another id: nobody heard the answer. It may have to be paid all
 * the same, so that what was set aside for it is not there any more.
 */
export function resumeRun(state: RunState, writer: StepWriter, data: RecordData<'run.resumed'>): RunState {
  const { seq, time } = writer.write('run.resumed', data, causeOf(state));
  const { waiting } = state;
  if (waiting.for === 'model') {
    const { request, inputTokens, side } = waiting;
    const lostTokens = {
      input: state.lostTokens.input + inputTokens,
      output: state.lostTokens.output + request.maxOutputTokens,
    };
    const lost: RunState = { ...state, lostTokens, waiting: { for: 'nothing' } };
    if (!side) return askModel(lost, writer, { request, inputTokens, time, cause: seq });
    const tried = tryModel(lost, writer, { request, inputTokens, time, cause: seq, side });
    if ('state' in tried) return tried.state;
    return takeAside(lost, writer, side, { answer: undefined, seq: tried.cause });
  }
  return waiting.for === 'resumption' ? goOn(state, writer, waiting.from, seq) : state;
}

/** What a person answered comes into effect when a process goes on with the run. */
function goOn(state: RunState, writer: StepWriter, from: Answered, cause: number): RunState {
  if (from.kind === 'approval') return afterApproval(state, writer, from, cause);
  if (from.kind === 'node') {
    const known: RunState = { ...state, waiting: { for: 'nothing' } };
    return goOnFromNode(known, writer, { output: wordOfPerson(from.data), answer: '', cause });
  }
  const { call, data } = from;
  // The same call, by the same decision, with the same key: it never happened.
  if (data.answer === 'not_done') return { ...state, waiting: { for: 'outcome', call } };
  const told = takeResult({ ...state, waiting: { for: 'nothing' } }, writer, {
    call: call.request,
    outcome: doneByWord(call.tool.name, data.reason),
    cause,
  });
  return told.ended ? told : nextCall(told, writer, cause);
}
