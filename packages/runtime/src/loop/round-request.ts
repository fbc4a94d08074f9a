import type { JsonObject, JsonValue } from '@agent-home/protocol';
import type { ContextCost } from '@agent-home/run-log';
import { shownTranscript } from '../context/compaction.ts';
import { type FittedContext, fitContext } from '../context/fit-context.ts';
import { readOnOf, readResultTool } from '../context/read-on.ts';
import { legUsage } from '../legs/leg-usage.ts';
import { memoryText } from '../memory/memory-text.ts';
import { identityOf, type ModelRequest, type OfferedTool } from '../ports/model-request.ts';
import type { RunState } from '../state/run-state.ts';

/** Turns of a session that a model is shown at most, where a run does not say. */
const usualLimitTurns = 24;

/**
 * What the model of a run is asked in this round, and what had to be given up for it.
 * @param compacted whether the running turn was made shorter for it; absent where nobody had to try
 * @param cutsUnread whether results that the model has not read yet are cut where nothing else helps
 */
export function roundRequest(
  state: RunState,
  { compacted, cutsUnread = false }: { compacted?: boolean; cutsUnread?: boolean } = {},
): { request: ModelRequest; fits: boolean; cost: ContextCost } {
  const { compaction } = state;
  const { model } = state.started;
  const { tools, fitted } = fittedRound(state, cutsUnread);
  const { messages, fits, cost } = fitted;
  const { system_prompt: system } = state.started;
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

/** The tool that reads on is offered in those rounds alone in which something is cut: all others pay nothing for it. */
function fittedRound(
  state: RunState,
  cutsUnread: boolean,
): { tools: readonly OfferedTool[]; fitted: FittedContext } {
  const { started, offered, reading } = state;
  const { system_prompt: system, context_bounds } = started;
  const conversation = {
    system,
    messages: shownTranscript(state),
    memory: memoryText(state, started.salt),
  };
  const bounds = {
    ...roomFor(state),
    limitTurns: context_bounds?.limit_turns ?? usualLimitTurns,
    // Runs that began before there was the tool replay as they were.
    cutsUnread: cutsUnread && started.tools.some(({ name }) => name === readResultTool),
  };
  const fitted = fitContext({ ...conversation, tools: offered }, bounds);
  const isCut = fitted.cost.decisions.some(({ type }) => type === 'prune_tool_outputs');
  if (!isCut || reading === undefined) return { tools: offered, fitted };
  const tools = [...offered, reading];
  return { tools, fitted: fitContext({ ...conversation, tools, readOn: readOnOf(state) }, bounds) };
}

/** The model's window, or the rest of `max_total_tokens` where that is less, with a part of it kept for the response. */
function roomFor(state: RunState): { contextWindow: number; reservedOutput: number } {
  const { model, limits } = state.started;
  const { context_window: contextWindow, reserved_output: reservedOutput } = model;
  // Logs of earlier releases were fitted to the window alone.
  if (limits.max_total_tokens === undefined) return { contextWindow, reservedOutput };
  const { input, output } = legUsage(state).spent;
  const left = Math.max(0, limits.max_total_tokens - input - output);
  if (left >= contextWindow) return { contextWindow, reservedOutput };
  return { contextWindow: left, reservedOutput: Math.min(reservedOutput, Math.floor(left / 4)) };
}

export function promptOf({ system, messages, tools }: ModelRequest): JsonObject {
  return { system, messages, tools } as unknown as JsonObject & JsonValue;
}
