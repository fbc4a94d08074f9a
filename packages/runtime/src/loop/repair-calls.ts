import type { RecordData } from '@agent-home/run-log';
import { readRepairs } from '../repair/read-repairs.ts';
import { argumentStage } from '../repair/repair-arguments.ts';
import { nameStage } from '../repair/repair-names.ts';
import { repairQuestion } from '../repair/repair-request.ts';
import type { RepairStage } from '../repair/repair-stage.ts';
import { writeCalls } from '../repair/write-calls.ts';
import { type StepResult, wait } from '../state/next.ts';
import type { RepairWork } from '../state/repair-work.ts';
import type { RunState } from '../state/run-state.ts';
import type { StepWriter } from '../state/writing.ts';
import { tryModel } from './ask-model.ts';

const stages: Readonly<Record<RepairWork['stage'], RepairStage>> = {
  names: nameStage,
  arguments: argumentStage,
};

/** What an answer is and which calls are in it: what is wrong with them is repaired, then they are dealt with one by one. */
export function repairCalls(
  state: RunState,
  writer: StepWriter,
  found: Pick<RepairWork, 'answer' | 'answeredSeq' | 'calls'>,
): StepResult {
  const { calls, answer, answeredSeq } = found;
  const written = new Map(
    calls.map(({ tool_call_id: id }, index) => [id, answer.tool_calls[index]?.arguments ?? '']),
  );
  return beginStage(state, writer, { ...found, written, ...untouched('names') }, answeredSeq);
}

/** The repairing model's answer, or that there is none. */
export function takeRepair(
  before: RunState,
  writer: StepWriter,
  work: RepairWork,
  { answer, seq }: { answer: RecordData<'model.answered'> | undefined; seq: number },
): StepResult {
  const state: RunState = { ...before, waiting: { for: 'nothing' } };
  const repairs = answer ? readRepairs(answer.content) : undefined;
  const reasons: Record<string, string> = { ...work.reasons };
  const calls = work.calls.map((call) => {
    const id = call.tool_call_id;
    if (!work.pending.includes(id)) return call;
    const repair = repairs?.get(id) ?? (repairs ? 'missing_repair' : 'model_failed');
    const repaired =
      typeof repair === 'string' ? repair : stages[work.stage].apply(call, repair, state, work);
    if (typeof repaired !== 'string') {
      delete reasons[id];
      return repaired;
    }
    reasons[id] = repaired;
    return call;
  });
  const pending = work.pending.filter((id) => reasons[id] !== undefined);
  return ask({ ...state, queue: calls }, writer, { ...work, calls, reasons, pending }, seq);
}

function beginStage(state: RunState, writer: StepWriter, work: RepairWork, cause: number): StepResult {
  const stage = stages[work.stage];
  const found = stage.isOn(state) ? work.calls.filter((call) => stage.isCandidate(call, state)) : [];
  if (found.length === 0) return endStage(state, writer, work, cause);
  const sendable = found.filter((call) => stage.isSendable(call, work));
  const pending = sendable.slice(0, state.started.repair?.max_candidates);
  const ids = (calls: typeof found) => calls.map(({ tool_call_id }) => tool_call_id);
  return ask(state, writer, { ...work, candidates: ids(found), pending: ids(pending) }, cause);
}

/** Asks for what is left, as often as it may be asked; then the next stage, or the calls themselves. */
function ask(state: RunState, writer: StepWriter, work: RepairWork, cause: number): StepResult {
  const stage = stages[work.stage];
  const mayAsk = work.pending.length > 0 && work.attempts < (state.started.repair?.max_attempts ?? 0);
  const question = mayAsk ? repairQuestion(stage, state, work) : undefined;
  if (!question) return tellStage(state, writer, work, cause);
  const { request, inputTokens, about } = question;
  const asked: RepairWork = {
    ...work,
    pending: about,
    sent: [...new Set([...work.sent, ...about])],
    attempts: work.attempts + 1,
  };
  const waiting: RunState = { ...state, queue: work.calls };
  const result = tryModel(waiting, writer, {
    ...{ request, inputTokens, time: writer.time, cause },
    side: { purpose: stage.purpose, repair: asked },
  });
  return 'state' in result ? wait(result.state) : tellStage(state, writer, work, result.cause);
}

function tellStage(state: RunState, writer: StepWriter, work: RepairWork, cause: number): StepResult {
  return endStage(state, writer, work, stages[work.stage].record(work, state, writer, cause));
}

function endStage(state: RunState, writer: StepWriter, work: RepairWork, cause: number): StepResult {
  if (work.stage === 'names') return beginStage(state, writer, { ...work, ...untouched('arguments') }, cause);
  writeCalls(writer, work);
  return { state: { ...state, queue: work.calls }, next: { to: 'call', cause } };
}

function untouched(stage: RepairWork['stage']) {
  return { stage, candidates: [], sent: [], pending: [], attempts: 0, reasons: {} };
}
