import { decideModel, type Reserved, reserveAnswer } from '@agent-home/policy';
import type { JsonObject, JsonValue } from '@agent-home/protocol';
import { fitContext } from '../context/fit-context.ts';
import type { ModelRequest } from '../context/model-request.ts';
import { promptSha256 } from '../context/prompt-sha256.ts';
import { endRun } from './end-run.ts';
import { runFacts } from './run-facts.ts';
import type { RunState } from './run-state.ts';
import type { StepWriter } from './writing.ts';

/** Turns of a session that a model is shown at most. */
const limitTurns = 24;

/** A model that may answer with less than this is not asked. */
const leastOutputTokens = 16;

/** Recall, context, permission, and the question to the model: the beginning of a round. */
export function beginRound(before: RunState, writer: StepWriter, cause: number): RunState {
  const state: RunState = { ...before, round: before.round + 1 };
  const { started, round } = state;
  if (round > started.limits.max_rounds) return endRun(before, writer, cause, { code: 'too_many_rounds' });
  writer.write('memory.recalled', { round, entries: [] }, cause);
  const built = buildRequest(state);
  const builtRecord = writer.write(
    'context.built',
    {
      round,
      fits: built.fits,
      context_cost: built.cost,
      prompt_sha256: promptSha256(built.request),
      ...(started.event_level === 'verbose' ? { prompt: promptOf(built.request) } : {}),
    },
    cause,
  );
  if (!built.fits) return endRun(state, writer, builtRecord.seq, { code: 'context_window_exceeded' });
  return askModel(state, writer, {
    request: built.request,
    inputTokens: built.cost.estimated_tokens.total,
    time: builtRecord.time,
    cause: builtRecord.seq,
  });
}

/** The question itself, if a model may be asked and what it can come to is left. */
export function askModel(
  state: RunState,
  writer: StepWriter,
  asked: { request: ModelRequest; inputTokens: number; time: string; cause: number },
): RunState {
  const { inputTokens, time, cause } = asked;
  const reserved = reserve(state, inputTokens);
  if ('code' in reserved) return endRun(state, writer, cause, { code: reserved.code });
  const request: ModelRequest = { ...asked.request, maxOutputTokens: reserved.maxOutputTokens };
  const { agent } = state.started;
  const { provider, model } = request;
  const facts = { ...runFacts(state, time), provider };
  const { effect, code, rules, condition_errors } = decideModel(state.rulebook, facts);
  const decided = writer.write(
    'policy.decided',
    {
      action: 'model.use',
      effect,
      ...(code === undefined ? {} : { code }),
      rules,
      ...(condition_errors === undefined ? {} : { condition_errors }),
      agent,
      tainted: state.tainted,
      provider,
      model,
    },
    cause,
  );
  if (effect !== 'allow') return endRun(state, writer, decided.seq, { code: 'model_not_allowed' });
  const modelCallId = `model_${writer.head.seq}`;
  const requested = writer.write(
    'model.requested',
    {
      model_call_id: modelCallId,
      round: state.round,
      provider,
      model,
      max_output_tokens: request.maxOutputTokens,
      reserved: {
        input_tokens: inputTokens,
        ...(reserved.cost === undefined ? {} : { cost: reserved.cost }),
      },
    },
    decided.seq,
  );
  return {
    ...state,
    waiting: { for: 'model', modelCallId, requestSeq: requested.seq, request, inputTokens },
  };
}

/** Reserved before the call, so that no limit is passed by what a model chooses to say. */
function reserve(state: RunState, inputTokens: number): Reserved {
  const { limits, model } = state.started;
  return reserveAnswer({
    limits: { maxTokens: limits.max_tokens, maxCost: limits.max_cost },
    price: model.price,
    spent: {
      input: state.inputTokens + state.lostTokens.input,
      output: state.outputTokens + state.lostTokens.output,
    },
    inputTokens,
    mostOutput: model.reserved_output,
    leastOutput: leastOutputTokens,
  });
}

function buildRequest(state: RunState): {
  request: ModelRequest;
  fits: boolean;
  cost: ReturnType<typeof fitContext>['cost'];
} {
  const { started, offered: tools } = state;
  const { model } = started;
  const fitted = fitContext(
    { system: started.system_prompt, messages: state.transcript, tools },
    { contextWindow: model.context_window, reservedOutput: model.reserved_output, limitTurns },
  );
  const request: ModelRequest = {
    provider: model.provider,
    model: model.name,
    params: model.params,
    system: started.system_prompt,
    messages: fitted.messages,
    tools,
    maxOutputTokens: model.reserved_output,
  };
  return { request, fits: fitted.fits, cost: fitted.cost };
}

function promptOf({ system, messages, tools }: ModelRequest): JsonObject {
  return { system, messages, tools } as unknown as JsonObject & JsonValue;
}
