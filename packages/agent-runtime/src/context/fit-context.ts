import type { OfferedTool } from '../ports/model-request.ts';
import type { ChatMessage, ContextCost } from '../run-log/index.ts';
import { currentWording } from '../wording/current-wording.ts';
import type { Wording } from '../wording/wording.ts';
import { cutUnreadResults } from './cut-unread.ts';
import {
  type MessageTokens,
  sumOfTokens,
  tokensByKind,
  tokensOfMessages,
  tokensOfText,
  tokensOfTools,
} from './estimate-context.ts';
import { pruneAttempts, pruneToolOutputs } from './prune-outputs.ts';
import type { ReadOn } from './read-on.ts';
import { collectTurns } from './turns.ts';

export interface ContextBounds {
  /** Context window of the model, in tokens. */
  contextWindow: number;
  /** Tokens reserved for the response. */
  reservedOutput: number;
  /** Maximum number of turns that are shown, even if more would fit. */
  limitTurns: number;
  /** True if results that the model has not read yet are cut as the last remedy. */
  cutsUnread?: boolean;
}

export interface FittedContext {
  messages: ChatMessage[];
  fits: boolean;
  cost: ContextCost;
}

/**
 * Returns the newest part of a conversation that fits the model's window. Tool results are shortened first, then the oldest turns
 * are dropped; the running turn is always kept. Reports what was dropped, in order (S1-19).
 */
export function fitContext(
  {
    system,
    messages,
    tools,
    memory = '',
    readOn,
    wording = currentWording,
  }: {
    system: string;
    messages: readonly ChatMessage[];
    tools: readonly OfferedTool[];
    /** Recalled entries as the model reads them; dropped first. */
    memory?: string;
    /** Continuation for reading a truncated result. */
    readOn?: ReadOn | undefined;
    wording?: Wording;
  },
  { contextWindow, reservedOutput, limitTurns, cutsUnread = false }: ContextBounds,
): FittedContext {
  const limit = Math.max(0, contextWindow - reservedOutput);
  const systemTokens = tokensOfText(system);
  const toolTokens = tokensOfTools(tools);
  const decisions: ContextCost['decisions'] = [];
  const recalled: ChatMessage[] = memory === '' ? [] : [{ role: 'user', content: memory }];
  let memoryTokens = tokensOfMessages(recalled);
  const fits = () => systemTokens + toolTokens + memoryTokens + sumOfTokens(tokens) <= limit;
  let turns = collectTurns(messages);
  if (turns.length > limitTurns) {
    turns = turns.slice(-limitTurns);
    decisions.push({ type: 'shrink_turns', limit_turns: limitTurns });
  }
  let kept = turns.flat();
  let tokens = tokensByKind(kept);
  const memoryDropped = recalled.length > 0 && !fits();
  if (memoryDropped) {
    memoryTokens = 0;
    decisions.push({ type: 'drop_memory_results' });
  }
  for (let attempt = 1; attempt <= pruneAttempts && !fits(); attempt++) {
    const pruned = pruneToolOutputs(kept, attempt, readOn);
    if (pruned.trimmedCount === 0) continue;
    kept = pruned.messages;
    tokens = tokensByKind(kept);
    const { trimmedCount, charsSaved } = pruned;
    decisions.push({
      type: 'prune_tool_outputs',
      attempt,
      trimmed_count: trimmedCount,
      chars_saved: charsSaved,
    });
  }
  let bound = limitTurns;
  if (!fits()) {
    turns = collectTurns(kept);
    let left = 0;
    while (turns.length - left > 1 && !fits()) {
      tokens = without(tokens, tokensByKind(turns[left] ?? []));
      left += 1;
      bound = turns.length - left;
      decisions.push({ type: 'shrink_turns', limit_turns: bound });
    }
    kept = turns.slice(left).flat();
  }
  if (cutsUnread && !fits()) {
    const total = systemTokens + toolTokens + memoryTokens + sumOfTokens(tokens);
    const cut = cutUnreadResults(kept, total - limit, { readOn, wording });
    if (cut.trimmedCount > 0) {
      kept = cut.messages;
      tokens = tokensByKind(kept);
      const { trimmedCount: trimmed_count, charsSaved: chars_saved } = cut;
      decisions.push({ type: 'prune_tool_outputs', attempt: pruneAttempts + 1, trimmed_count, chars_saved });
    }
  }
  return {
    messages: memoryDropped ? kept : [...recalled, ...kept],
    fits: fits(),
    cost: {
      context_window_tokens: contextWindow,
      reserved_output_tokens: reservedOutput,
      limit,
      limit_turns: bound,
      memory_dropped: memoryDropped,
      auto_compact: false,
      ...computeEstimates({
        system: systemTokens,
        tools: toolTokens,
        memory: memoryTokens,
        messages: tokens,
      }),
      decisions,
    },
  };
}

function computeEstimates({
  system,
  tools,
  memory,
  messages,
}: {
  system: number;
  tools: number;
  memory: number;
  messages: MessageTokens;
}): Pick<ContextCost, 'estimated_tokens' | 'estimated_tokens_coarse'> {
  const shown = system + memory + sumOfTokens(messages);
  return {
    estimated_tokens: { total: shown + tools, messages: shown, tools },
    estimated_tokens_coarse: {
      tools_schema: tools,
      tool_results: messages.results,
      history: messages.history,
      injections: system,
      memory_knowledge: memory,
    },
  };
}

function without(tokens: MessageTokens, less: MessageTokens): MessageTokens {
  return { results: tokens.results - less.results, history: tokens.history - less.history };
}
