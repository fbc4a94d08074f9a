import type { JsonObject, JsonValue } from '@agent-home/protocol';
import { askModel, tryModel } from '../budgets/ask-model.ts';
import { legUsage } from '../budgets/leg-usage.ts';
import { compactQuestion, shownTranscript } from '../context/compaction.ts';
import { type FittedContext, fitContext } from '../context/fit-context.ts';
import { promptSha256 } from '../context/prompt-sha256.ts';
import { wholeCharacters } from '../context/prune-outputs.ts';
import { readOnOf, readResultTool } from '../context/read-on.ts';
import { mayUseMemory, recallQuery } from '../memory/memory.ts';
import { memoryText } from '../memory/memory-text.ts';
import { getIdentity, type ModelRequest, type OfferedTool } from '../ports/model-request.ts';
import type { ContextCost, RecordData } from '../run-log/index.ts';
import { end, type StepResult, wait } from '../state/next.ts';
import type { RunState, SideQuestion } from '../state/run-state.ts';
import type { StepWriter } from '../state/writing.ts';
import { getWording } from '../wording/select-wording.ts';

/** Begins a round: recall, context, permission, and the request to the model. */
export function beginRound(before: RunState, writer: StepWriter, cause: number): StepResult {
  const state: RunState = { ...before, round: before.round + 1 };
  const { started, round } = state;
  if (round > started.limits.max_rounds) return end(before, cause, { code: 'too_many_rounds' });
  if (!started.memory) return { state, next: { to: 'round', cause, isRecalled: true } };
  const { isAllowed, seq } = mayUseMemory(state, writer, { action: 'data.read', cause });
  return isAllowed
    ? wait({ ...state, waiting: { for: 'recall', query: recallQuery(state), cause: seq } })
    : { state: { ...state, recalled: [] }, next: { to: 'round', cause: seq, isRecalled: true } };
}

/** Continues the round with the recalled memory entries. */
export function continueRound(state: RunState, writer: StepWriter, cause: number): StepResult {
  const { round, recalled } = state;
  writer.write('memory.recalled', { round, entries: [...recalled] }, cause);
  const built = roundRequest(state);
  if (built.fits) return askRound(state, writer, cause, built);
  const cut = roundRequest(state, { cutsUnread: true });
  if (!state.started.context_bounds?.auto_compact || isResultsFault(cut))
    return askRound(state, writer, cause, cut);
  const question = compactQuestion(state);
  if (!question) return withoutCompaction(state, writer, cause);
  const { request, inputTokens, to, messages } = question;
  const side: SideQuestion = { purpose: 'compact', to, messages };
  const tried = tryModel(state, writer, { request, inputTokens, time: writer.time, cause, side });
  return 'state' in tried ? wait(tried.state) : withoutCompaction(state, writer, tried.cause);
}

/** Shows a model's summary in place of the older part of the turn; without a usable summary the round keeps its length. */
export function acceptSummary(
  before: RunState,
  writer: StepWriter,
  { to, messages }: Extract<SideQuestion, { purpose: 'compact' }>,
  { answer, seq }: { answer: RecordData<'model.answered'> | undefined; seq: number },
): StepResult {
  const state: RunState = { ...before, waiting: { for: 'nothing' } };
  const most = state.started.model.context_window;
  const summary = wholeCharacters((answer?.content ?? '').trim().slice(0, most));
  if (summary === '') return withoutCompaction(state, writer, seq);
  const { round } = state;
  const compacted = writer.write('context.compacted', { round, messages, summary }, seq);
  const shorter: RunState = { ...state, compaction: { to, summary } };
  return askRound(
    shorter,
    writer,
    compacted.seq,
    roundRequest(shorter, { compacted: true, cutsUnread: true }),
  );
}

/** True if only the new results were too long: they have half of the window, so a summary of the rest would not help. */
function isResultsFault({ fits, cost }: ReturnType<typeof roundRequest>): boolean {
  const { estimated_tokens, estimated_tokens_coarse, limit } = cost;
  return fits && estimated_tokens.total - estimated_tokens_coarse.tool_results <= limit / 2;
}

function withoutCompaction(state: RunState, writer: StepWriter, cause: number): StepResult {
  return askRound(state, writer, cause, roundRequest(state, { compacted: false, cutsUnread: true }));
}

function askRound(
  state: RunState,
  writer: StepWriter,
  cause: number,
  { request, fits, cost }: ReturnType<typeof roundRequest>,
): StepResult {
  const { seq, time } = writer.write(
    'context.built',
    {
      round: state.round,
      fits,
      context_cost: cost,
      prompt_sha256: promptSha256(request),
      ...(state.started.event_level === 'verbose' ? { prompt: toPrompt(request) } : {}),
    },
    cause,
  );
  if (!fits) {
    const { context_window } = state.started.model;
    const code = cost.context_window_tokens < context_window ? 'too_many_tokens' : 'context_window_exceeded';
    return end(state, seq, { code });
  }
  return askModel(state, writer, { request, inputTokens: cost.estimated_tokens.total, time, cause: seq });
}

/** Maximum number of session turns that a model is shown, if the run sets none. */
const usualLimitTurns = 24;

/**
 * Returns the request of this round, and what was dropped to fit it.
 * @param compacted true if the running turn was compacted for it; absent if that was not tried
 * @param cutsUnread true if unread results may be cut as a last resort
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
    request: { ...getIdentity(model), params, system, messages, tools, maxOutputTokens },
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

/** The tool that reads the rest of a result is offered only in rounds with a cut result, to save tokens in all others. */
function fittedRound(
  state: RunState,
  cutsUnread: boolean,
): { tools: readonly OfferedTool[]; fitted: FittedContext } {
  const { started, offered, reading } = state;
  const { system_prompt: system, context_bounds } = started;
  const wording = getWording(state);
  const conversation = {
    system,
    messages: shownTranscript(state),
    memory: memoryText(state, started.salt, wording),
    wording,
  };
  const bounds = {
    ...roomFor(state),
    limitTurns: context_bounds?.limit_turns ?? usualLimitTurns,
    // Runs that began before this tool existed replay unchanged.
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
  // Logs of earlier releases were fitted only to the window.
  if (limits.max_total_tokens === undefined) return { contextWindow, reservedOutput };
  const { input, output } = legUsage(state).spent;
  const left = Math.max(0, limits.max_total_tokens - input - output);
  if (left >= contextWindow) return { contextWindow, reservedOutput };
  return { contextWindow: left, reservedOutput: Math.min(reservedOutput, Math.floor(left / 4)) };
}

export function toPrompt({ system, messages, tools }: ModelRequest): JsonObject {
  return { system, messages, tools } as unknown as JsonObject & JsonValue;
}
