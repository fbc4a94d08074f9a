import type { RecordData } from '@agent-home/run-log';
import { compactQuestion } from '../context/compaction.ts';
import { promptSha256 } from '../context/prompt-sha256.ts';
import { wholeCharacters } from '../context/prune-outputs.ts';
import { recallQuery } from '../memory/recall-query.ts';
import { end, type StepResult, wait } from '../state/next.ts';
import type { RunState, SideQuestion } from '../state/run-state.ts';
import type { StepWriter } from '../state/writing.ts';
import { askModel, tryModel } from './ask-model.ts';
import { mayUseMemory } from './decide-memory.ts';
import { promptOf, roundRequest } from './round-request.ts';

/** Recall, context, permission, and the question to the model: the beginning of a round. */
export function beginRound(before: RunState, writer: StepWriter, cause: number): StepResult {
  const state: RunState = { ...before, round: before.round + 1 };
  const { started, round } = state;
  if (round > started.limits.max_rounds) return end(before, cause, { code: 'too_many_rounds' });
  if (!started.memory) return goOnRound(state, writer, cause);
  const { isAllowed, seq } = mayUseMemory(state, writer, { action: 'data.read', cause });
  return isAllowed
    ? wait({ ...state, waiting: { for: 'recall', query: recallQuery(state), cause: seq } })
    : goOnRound({ ...state, recalled: [] }, writer, seq);
}

/** The round, once it is known what memory has for it. */
export function goOnRound(state: RunState, writer: StepWriter, cause: number): StepResult {
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

/** What a model made of the older part of the turn; where there is nothing of use the round is as long as it was. */
export function takeSummary(
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

/** True if the new results alone were too long: half of the window is theirs, and a summary of the rest would not help. */
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
      ...(state.started.event_level === 'verbose' ? { prompt: promptOf(request) } : {}),
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
