import { costWith } from '../budgets/leg-usage.ts';
import { requestCalls } from '../calls/request-call.ts';
import { RuntimeError } from '../errors/runtime-error.ts';
import { guardedAnswer } from '../guardrails/guarded-transcript.ts';
import type { RecordData } from '../run-log/index.ts';
import { end, type StepResult, wait } from '../state/next.ts';
import { isHeldBack } from '../state/output-check.ts';
import type { Ending, RunState } from '../state/run-state.ts';
import type { StepWriter } from '../state/writing.ts';

/**
 * Handles a model's response: its calls are repaired and queued; a final answer is checked by guardrails if there are any, and may
 * end the run.
 */
export function onModelAnswered(
  before: RunState,
  writer: StepWriter,
  data: RecordData<'model.answered'>,
): StepResult {
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
  if (asked.side) return { state, next: { to: 'aside', cause: seq, side: asked.side, answer: data } };
  const hasCalls = data.tool_calls.length > 0;
  const thought = data.thought !== '' ? data.thought : hasCalls ? data.content : '';
  const guarded = isHeldBack(state);
  // Guardrails do not check thoughts, so guarded agents record none.
  if (thought !== '' && !guarded) writer.write('kairo.agent.thought', { content: thought }, seq);
  const calls = requestCalls(state, data);
  const tool_calls = calls.map(({ tool_call_id: id, requested_name: name }, index) => {
    const written = data.tool_calls[index]?.arguments ?? '';
    return { id, name, arguments: written };
  });
  const { content, continuation } = data;
  // Guardrails do not check the thoughts in a continuation either.
  const isContinued = hasCalls && !guarded && continuation !== undefined;
  const written = {
    role: 'assistant' as const,
    content,
    tool_calls,
    ...(isContinued ? { continuation } : {}),
  };
  if (!hasCalls) {
    if (content.trim() === '') return end(state, seq, { code: 'empty_answer' });
    if (guarded) return { state, next: { to: 'judge', cause: seq, answer: content } };
    const ending = { answer: content, ...cutMessage(state, data) };
    return {
      state: { ...state, transcript: [...state.transcript, written] },
      next: { to: 'answer', cause: seq, ending },
    };
  }
  const kept = guarded ? guardedAnswer(written, calls, state) : written;
  const transcript = [...state.transcript, kept];
  return { state: { ...state, transcript }, next: { to: 'repair', cause: seq, answer: data, calls } };
}

/** Note to the reader that a response was cut. Logs of format 1 have no such message. */
function cutMessage(
  { first, started }: RunState,
  { stop_reason, usage }: RecordData<'model.answered'>,
): Pick<Ending, 'message'> {
  if (stop_reason !== 'max_tokens' || first.format === 1) return {};
  const field = `models.${started.model.settings_key ?? started.model.name}.maxOutputTokens of the settings`;
  const message = `the answer was cut off at ${usage.output_tokens} tokens: raise ${field}, max_tokens of the agent's model.params, or maxTokens`;
  return { message };
}

/** Records a part of a streamed response. Guarded responses and side requests are not streamed. */
export function onModelDelta(
  state: RunState,
  writer: StepWriter,
  data: RecordData<'model.delta'>,
): StepResult {
  const { side, requestSeq } = askedModel(state, { type: 'model.delta', data });
  if (side || isHeldBack(state))
    throw new RuntimeError('unexpected_input', 'the run does not wait for model.delta');
  writer.write('model.delta', data, requestSeq);
  return wait(state);
}

/** Records an event of another runtime. Those of guarded responses may have their text, and are not recorded. */
export function onModelStep(state: RunState, writer: StepWriter, data: RecordData<'model.step'>): StepResult {
  const { side, requestSeq } = askedModel(state, { type: 'model.step', data });
  if (side || isHeldBack(state))
    throw new RuntimeError('unexpected_input', 'the run does not wait for model.step');
  writer.write('model.step', data, requestSeq);
  return wait(state);
}

/** Ends the run if its model failed; without a response to a side question it continues. */
export function onModelFailed(
  state: RunState,
  writer: StepWriter,
  data: RecordData<'model.failed'>,
): StepResult {
  const { side, requestSeq } = askedModel(state, { type: 'model.failed', data });
  const { seq } = writer.write('model.failed', data, requestSeq);
  return side
    ? { state, next: { to: 'aside', cause: seq, side, answer: undefined } }
    : end({ ...state, waiting: { for: 'nothing' } }, seq, { code: data.code });
}

/**
 * Returns the pending model request.
 * @throws RuntimeError if the run waits for another input, or for none
 */
function askedModel(state: RunState, { type, data }: { type: string; data: { model_call_id: string } }) {
  const { waiting } = state;
  if (waiting.for !== 'model' || waiting.modelCallId !== data.model_call_id)
    throw new RuntimeError('unexpected_input', `the run does not wait for ${type}`);
  return waiting;
}
