import type { JsonObject, JsonValue } from '@agent-home/protocol';
import type { ContextCost } from '@agent-home/run-log';
import { shownTranscript } from '../context/compaction.ts';
import { fitContext } from '../context/fit-context.ts';
import { memoryText } from '../memory/memory-text.ts';
import { identityOf, type ModelRequest } from '../ports/model-request.ts';
import type { RunState } from '../state/run-state.ts';

/** Turns of a session that a model is shown at most, where a run does not say. */
const usualLimitTurns = 24;

/**
 * What the model of a run is asked in this round, and what had to be given up for it.
 * @param compacted whether the running turn was made shorter for it; absent where nobody had to try
 */
export function roundRequest(
  state: RunState,
  { compacted }: { compacted?: boolean } = {},
): { request: ModelRequest; fits: boolean; cost: ContextCost } {
  const { started, offered: tools, compaction } = state;
  const { model, system_prompt: system, context_bounds } = started;
  const memory = memoryText(state, started.salt);
  const { messages, fits, cost } = fitContext(
    { system, messages: shownTranscript(state), tools, memory },
    {
      contextWindow: model.context_window,
      reservedOutput: model.reserved_output,
      limitTurns: context_bounds?.limit_turns ?? usualLimitTurns,
    },
  );
  const { params, reserved_output: maxOutputTokens } = model;
  return {
    request: { ...identityOf(model), params, system, messages, tools, maxOutputTokens },
    fits,
    cost: {
      ...cost,
      auto_compact: compaction !== undefined,
      decisions:
        compacted === undefined
          ? cost.decisions
          : [...cost.decisions, { type: 'auto_compact', triggered: compacted }],
    },
  };
}

export function promptOf({ system, messages, tools }: ModelRequest): JsonObject {
  return { system, messages, tools } as unknown as JsonObject & JsonValue;
}
