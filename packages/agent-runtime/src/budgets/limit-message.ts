import type { RunLimits } from '../run-log/index.ts';
import type { RunState } from '../state/run-state.ts';
import { legUsage } from './leg-usage.ts';

type LimitField = keyof NonNullable<RunLimits['set_by']>;

const names: Readonly<Record<LimitField, string>> = {
  max_tokens: 'maxTokens',
  max_total_tokens: 'maxTotalTokens',
  max_tool_calls: 'maxToolCalls',
  timeout_ms: 'timeoutMs',
  max_cost: 'maxCost',
};

/**
 * Returns a message with the limit that ended a run, its value, the usage, and the field that raises it. Undefined for other codes
 * and for runs of earlier releases, whose logs replay without it.
 */
export function limitMessage(state: RunState, code: string | undefined): string | undefined {
  const { limits, model } = state.started;
  if (limits.set_by === undefined) return undefined;
  const { spent, spentCost, toolCalls } = legUsage(state);
  const tokens = spent.input + spent.output;
  const mark = state.isEstimated ? ' (estimated)' : '';
  switch (code) {
    case 'too_many_tokens': {
      // Reports the limit that leaves less for the next response.
      const { max_tokens, max_total_tokens = Number.POSITIVE_INFINITY } = limits;
      return max_tokens - spent.output <= max_total_tokens - tokens
        ? sentence(limits, 'max_tokens', `${spent.output} tokens generated${mark}`)
        : sentence(
            limits,
            'max_total_tokens',
            `${tokens} tokens used${mark}, and the next prompt has no room`,
          );
    }
    case 'too_expensive':
      return model.price === undefined
        ? 'maxCost is set, and the model has no price; set models.<name>.price in the settings'
        : sentence(
            limits,
            'max_cost',
            `${spentCost ?? 0} spent${mark}, and the next response may cost more than the rest`,
          );
    case 'too_many_tool_calls':
      return sentence(limits, 'max_tool_calls', `${toolCalls} calls made`);
    case 'timeout':
      return sentence(limits, 'timeout_ms', 'the time is over');
    case 'too_many_rounds':
      return `a run has at most ${limits.max_rounds} rounds; split the task`;
    case 'context_window_exceeded':
      return `the prompt has no room in the model's window of ${model.context_window} tokens; shorten it, or set contextWindow of a larger model in the settings`;
    default:
      return undefined;
  }
}

function sentence(limits: RunLimits, field: LimitField, used: string): string {
  const source = limits.set_by?.[field] ?? `limits.${names[field]} of the agent's file or of the settings`;
  return `${names[field]} ${limits[field] ?? 0} is reached: ${used}; raise ${source}`;
}
