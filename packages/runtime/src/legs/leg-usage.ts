import { costOf, type Tokens } from '@agent-home/policy';
import type { RunUsage } from '@agent-home/run-log';
import type { LegsUsage } from '../state/legs-state.ts';
import type { RunState } from '../state/run-state.ts';

type Counted = Pick<
  RunState,
  'started' | 'inputTokens' | 'outputTokens' | 'lostTokens' | 'callsMade' | 'round'
>;

/** What the running leg has come to. */
export function legUsage(state: Counted): LegsUsage {
  const { inputTokens, outputTokens, lostTokens, callsMade, round } = state;
  const spent: Tokens = { input: inputTokens + lostTokens.input, output: outputTokens + lostTokens.output };
  return {
    ...{ inputTokens, outputTokens, toolCalls: callsMade, rounds: round, spent },
    cost: priced(state, { input: inputTokens, output: outputTokens }),
    spentCost: priced(state, spent),
  };
}

export function addUsage(first: LegsUsage, second: LegsUsage): LegsUsage {
  return {
    inputTokens: first.inputTokens + second.inputTokens,
    outputTokens: first.outputTokens + second.outputTokens,
    toolCalls: first.toolCalls + second.toolCalls,
    rounds: first.rounds + second.rounds,
    cost: sum(first.cost, second.cost),
    spent: {
      input: first.spent.input + second.spent.input,
      output: first.spent.output + second.spent.output,
    },
    spentCost: sum(first.spentCost, second.spentCost),
  };
}

/** As a record says it. */
export function usageRecord({ inputTokens, outputTokens, toolCalls, rounds, cost }: LegsUsage): RunUsage {
  return {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    tool_calls: toolCalls,
    rounds,
    ...(cost === undefined ? {} : { cost }),
  };
}

/** A leg that asked no model costs nothing, whatever its model would. */
function priced({ started: { model } }: Counted, tokens: Tokens): number | undefined {
  if (model.price !== undefined) return costOf(model.price, tokens);
  return tokens.input + tokens.output === 0 ? 0 : undefined;
}

function sum(first: number | undefined, second: number | undefined): number | undefined {
  return first === undefined || second === undefined ? undefined : first + second;
}
