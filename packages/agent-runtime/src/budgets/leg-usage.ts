import { computeCost, type Tokens } from '../policy/index.ts';
import type { RecordData, RunUsage } from '../run-log/index.ts';
import { type LegsUsage, noUsage } from '../state/legs-state.ts';
import type { RunState } from '../state/run-state.ts';

type Counted = Pick<
  RunState,
  | 'started'
  | 'inputTokens'
  | 'outputTokens'
  | 'lostTokens'
  | 'answersCost'
  | 'isEstimated'
  | 'callsMade'
  | 'round'
  | 'delegated'
>;

/** Returns the usage of the running leg and of the runs that it delegated. */
export function legUsage(state: Counted): LegsUsage {
  return state.delegated === noUsage ? ownUsage(state) : addUsage(ownUsage(state), state.delegated);
}

function ownUsage(state: Counted): LegsUsage {
  const { inputTokens, outputTokens, lostTokens, callsMade, round } = state;
  const spent: Tokens = { input: inputTokens + lostTokens.input, output: outputTokens + lostTokens.output };
  return {
    inputTokens,
    outputTokens,
    toolCalls: callsMade,
    rounds: round,
    spent,
    isEstimated: state.isEstimated,
    ...costs(state, { answered: { input: inputTokens, output: outputTokens }, spent }),
  };
}

export function addUsage(first: LegsUsage, second: LegsUsage): LegsUsage {
  return {
    inputTokens: first.inputTokens + second.inputTokens,
    outputTokens: first.outputTokens + second.outputTokens,
    toolCalls: first.toolCalls + second.toolCalls,
    rounds: first.rounds + second.rounds,
    isEstimated: first.isEstimated || second.isEstimated,
    cost: sum(first.cost, second.cost),
    spent: {
      input: first.spent.input + second.spent.input,
      output: first.spent.output + second.spent.output,
    },
    spentCost: sum(first.spentCost, second.spentCost),
  };
}

/** Returns the usage as a record states it. */
export function usageRecord(usage: LegsUsage): RunUsage {
  const { inputTokens, outputTokens, toolCalls, rounds, cost, isEstimated } = usage;
  return {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    tool_calls: toolCalls,
    rounds,
    ...(cost === undefined ? {} : { cost }),
    ...(isEstimated ? { estimated: true as const } : {}),
  };
}

function costs(
  state: Counted,
  { answered, spent }: { answered: Tokens; spent: Tokens },
): Pick<LegsUsage, 'cost' | 'spentCost'> {
  const { started, answersCost, lostTokens } = state;
  if (started.model.prices === undefined)
    return { cost: priced(state, answered), spentCost: priced(state, spent) };
  return { cost: answersCost, spentCost: sum(answersCost, priced(state, lostTokens)) };
}

/** Returns the cost of a leg's responses with one more, at the price of the model that gave it. */
export function costWith(
  { started: { model }, answersCost }: Pick<RunState, 'started' | 'answersCost'>,
  { settings_key, usage }: Pick<RecordData<'model.answered'>, 'settings_key' | 'usage'>,
): number | undefined {
  const key = settings_key ?? model.settings_key;
  const known = key !== undefined && Object.hasOwn(model.prices ?? {}, key) ? model.prices?.[key] : undefined;
  const price = known ?? model.price;
  if (price === undefined || answersCost === undefined) return undefined;
  return answersCost + computeCost(price, tokensOfUsage(usage));
}

/** Returns the tokens of one response as a price counts them. */
export function tokensOfUsage(usage: RecordData<'model.answered'>['usage']): Tokens {
  const { input_tokens: input, output_tokens: output } = usage;
  const { cache_read_input_tokens: cacheRead, cache_write_input_tokens: cacheWrite } = usage;
  return {
    input,
    output,
    ...(cacheRead === undefined ? {} : { cacheRead }),
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
  };
}

/** A leg without a model call costs nothing, even if the price is unknown. */
function priced({ started: { model } }: Counted, tokens: Tokens): number | undefined {
  if (model.price !== undefined) return computeCost(model.price, tokens);
  return tokens.input + tokens.output === 0 ? 0 : undefined;
}

function sum(first: number | undefined, second: number | undefined): number | undefined {
  return first === undefined || second === undefined ? undefined : first + second;
}
