import type { RecordData } from '@agent-home/run-log';
import { requestCalls } from '../calls/request-call.ts';
import { RuntimeError } from '../errors/runtime-error.ts';
import { guardedAnswer } from '../guardrails/guarded-transcript.ts';
import { isGuarded } from '../guardrails/is-guarded.ts';
import { costWith } from '../legs/leg-usage.ts';
import type { Ending } from '../state/ending.ts';
import type { RunState, SideQuestion } from '../state/run-state.ts';
import type { StepWriter } from '../state/writing.ts';
import { takeSummary } from './begin-round.ts';
import { endRun } from './end-run.ts';
import { repairCalls, takeRepair } from './repair-calls.ts';
import { checkAnswer, takeOutputRepair } from './take-judgement.ts';
import { memorize } from './take-memory.ts';

/** What a model answered: calls are dealt with, an answer is judged where it has to be, and ends the run. */
export function takeAnswer(
  before: RunState,
  writer: StepWriter,
  data: RecordData<'model.answered'>,
): RunState {
  const asked = askedModel(before, { type: 'model.answered', data });
  const { seq } = writer.write('model.answered', data, asked.requestSeq);
  const state: RunState = {
    ...before,
    waiting: { for: 'nothing' },
    inputTokens: before.inputTokens + data.usage.input_tokens,
    outputTokens: before.outputTokens + data.usage.output_tokens,
    answersCost: costWith(before, data),
    isEstimated: before.isEstimated || data.usage.estimated === true,
  };
  if (asked.side) return takeAside(state, writer, asked.side, { answer: data, seq });
  const hasCalls = data.tool_calls.length > 0;
  const thought = data.thought !== '' ? data.thought : hasCalls ? data.content : '';
  const guarded = isGuarded(state.started);
  // What it thinks is judged by nobody.
  if (thought !== '' && !guarded) writer.write('kairo.agent.thought', { content: thought }, seq);
  const calls = requestCalls(state, data);
  const tool_calls = calls.map(({ tool_call_id: id, requested_name: name }, index) => {
    const written = data.tool_calls[index]?.arguments ?? '';
    return { id, name, arguments: written };
  });
  const { content } = data;
  const written = { role: 'assistant' as const, content, tool_calls };
  if (!hasCalls) {
    if (content.trim() === '') return endRun(state, writer, seq, { code: 'empty_answer' });
    if (guarded) return checkAnswer(state, writer, { answer: content, cause: seq });
    return memorize({ ...state, transcript: [...state.transcript, written] }, writer, seq, {
      answer: content,
      ...cutMessage(state, data),
    });
  }
  const kept = guarded ? guardedAnswer(written, calls, state) : written;
  const transcript = [...state.transcript, kept];
  return repairCalls({ ...state, transcript }, writer, { answer: data, answeredSeq: seq, calls });
}

/** That a response was cut, for its reader. Logs of format 1 have no such message. */
function cutMessage(
  { first, started }: RunState,
  { stop_reason, usage }: RecordData<'model.answered'>,
): Pick<Ending, 'message'> {
  if (stop_reason !== 'max_tokens' || first.format === 1) return {};
  const field = `models.${started.model.settings_key ?? started.model.name}.maxOutputTokens of the settings`;
  const message = `the answer was cut off at ${usage.output_tokens} tokens: raise ${field}, max_tokens of the agent's model.params, or maxTokens`;
  return { message };
}

/** What a model said beside the conversation, or that it said nothing: the run goes on where it was. */
export function takeAside(
  state: RunState,
  writer: StepWriter,
  side: SideQuestion,
  told: { answer: RecordData<'model.answered'> | undefined; seq: number },
): RunState {
  if (side.purpose === 'repair_output') return takeOutputRepair(state, writer, side.check, told);
  return side.purpose === 'compact'
    ? takeSummary(state, writer, side, told)
    : takeRepair(state, writer, side.repair, told);
}

/** The question that the run waits with. @throws RuntimeError where it waits for another answer, or none */
export function askedModel(
  state: RunState,
  { type, data }: { type: string; data: { model_call_id: string } },
) {
  const { waiting } = state;
  if (waiting.for !== 'model' || waiting.modelCallId !== data.model_call_id)
    throw new RuntimeError('unexpected_input', `the run does not wait for ${type}`);
  return waiting;
}
