import { decideModel, type Reserved, reserveAnswer } from '../policy/index.ts';
import type { ModelRequest } from '../ports/model-request.ts';
import { noUsage } from '../state/legs-state.ts';
import { end, type StepResult, wait } from '../state/next.ts';
import { isHeldBack } from '../state/output-check.ts';
import { bundleOf, runFacts } from '../state/run-facts.ts';
import type { RunState, SideQuestion } from '../state/run-state.ts';
import type { StepWriter } from '../state/writing.ts';
import { legUsage } from './leg-usage.ts';
import { tokenLimits } from './limits.ts';

/** A model that could respond with fewer tokens than this is not called. */
export const leastOutputTokens = 16;

interface AskedModel {
  request: ModelRequest;
  inputTokens: number;
  /** Time of the request, RFC 3339, for the time windows of policies. */
  time: string;
  cause: number;
  /** Purpose of the call if it is no step of the conversation. */
  side?: SideQuestion;
}

/** Requests a model response for a round. Ends the run if no model may be called or the budget is used up. */
export function askModel(state: RunState, writer: StepWriter, asked: AskedModel): StepResult {
  const result = tryModel(state, writer, asked);
  return 'state' in result ? wait(result.state) : end(state, result.cause, { code: result.refused });
}

/** Like `askModel`, for a run that continues without a response. No model is called without permission. */
export function tryModel(
  state: RunState,
  writer: StepWriter,
  { request: wanted, inputTokens, time, cause, side }: AskedModel,
): { state: RunState } | { refused: string; cause: number } {
  const reserved = reserve(state, inputTokens, wanted.maxOutputTokens);
  if ('code' in reserved) return { refused: reserved.code, cause };
  const request: ModelRequest = { ...wanted, maxOutputTokens: reserved.maxOutputTokens };
  const { provider, model, settingsKey } = request;
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
      agent: state.started.agent,
      tainted: state.tainted,
      provider,
      model,
      ...bundleOf(state),
    },
    cause,
  );
  if (effect !== 'allow') return { refused: 'model_not_allowed', cause: decided.seq };
  const modelCallId = `model_${writer.head.seq}`;
  const { seq: requestSeq } = writer.write(
    'model.requested',
    {
      model_call_id: modelCallId,
      round: state.round,
      ...(side === undefined ? {} : { purpose: side.purpose }),
      ...(isHeldBack(state) ? { guarded: true as const } : {}),
      provider,
      model,
      ...(settingsKey === undefined ? {} : { settings_key: settingsKey }),
      max_output_tokens: request.maxOutputTokens,
      reserved: {
        input_tokens: inputTokens,
        ...(reserved.cost === undefined ? {} : { cost: reserved.cost }),
      },
    },
    decided.seq,
  );
  const asked = { modelCallId, requestSeq, request, inputTokens };
  return {
    state: { ...state, waiting: { for: 'model', ...asked, ...(side === undefined ? {} : { side }) } },
  };
}

/** Reserved before the call, so that the model's output cannot exceed a limit. */
function reserve(state: RunState, inputTokens: number, mostOutput: number): Reserved {
  const { limits, model } = state.started;
  const { spent, spentCost } = legUsage(state);
  const { generated, total } = tokenLimits(limits);
  return reserveAnswer({
    limits: { maxTokens: generated, maxTotalTokens: total, maxCost: limits.max_cost },
    price: model.price,
    // The price of this model is not that of delegated runs.
    ...((model.prices === undefined && state.delegated === noUsage) || spentCost === undefined
      ? {}
      : { spentCost }),
    spent,
    inputTokens,
    mostOutput,
    leastOutput: leastOutputTokens,
  });
}
