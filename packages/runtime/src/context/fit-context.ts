import type { ChatMessage, ContextCost } from '@agent-home/run-log';
import type { OfferedTool } from '../ports/model-request.ts';
import {
  type MessageTokens,
  sumOfTokens,
  tokensByKind,
  tokensOfMessages,
  tokensOfText,
  tokensOfTools,
} from './estimate-context.ts';
import { pruneAttempts, pruneToolOutputs } from './prune-outputs.ts';
import { turnsOf } from './turns.ts';

export interface ContextBounds {
  /** The model's, in tokens. */
  contextWindow: number;
  /** Kept free for the answer. */
  reservedOutput: number;
  /** The most turns that are shown, however many would fit. */
  limitTurns: number;
}

export interface FittedContext {
  messages: ChatMessage[];
  fits: boolean;
  cost: ContextCost;
}

/**
 * The newest of a conversation that fits the model's window: first outputs of tools are cut, then the oldest turns are left
 * out, and the running turn never is. What was given up is told in its order (S1-19).
 */
export function fitContext(
  {
    system,
    messages,
    tools,
    memory = '',
  }: {
    system: string;
    messages: readonly ChatMessage[];
    tools: readonly OfferedTool[];
    /** What was recalled, as the model is shown it; the first that is given up. */
    memory?: string;
  },
  { contextWindow, reservedOutput, limitTurns }: ContextBounds,
): FittedContext {
  const limit = Math.max(0, contextWindow - reservedOutput);
  const systemTokens = tokensOfText(system);
  const toolTokens = tokensOfTools(tools);
  const decisions: ContextCost['decisions'] = [];
  const recalled: ChatMessage[] = memory === '' ? [] : [{ role: 'user', content: memory }];
  let memoryTokens = tokensOfMessages(recalled);
  const fits = () => systemTokens + toolTokens + memoryTokens + sumOfTokens(tokens) <= limit;
  let turns = turnsOf(messages);
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
    const pruned = pruneToolOutputs(kept, attempt);
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
    turns = turnsOf(kept);
    let left = 0;
    while (turns.length - left > 1 && !fits()) {
      tokens = without(tokens, tokensByKind(turns[left] ?? []));
      left += 1;
      bound = turns.length - left;
      decisions.push({ type: 'shrink_turns', limit_turns: bound });
    }
    kept = turns.slice(left).flat();
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
      estimated_tokens: {
        total: systemTokens + toolTokens + memoryTokens + sumOfTokens(tokens),
        messages: systemTokens + memoryTokens + sumOfTokens(tokens),
        tools: toolTokens,
      },
      estimated_tokens_coarse: {
        tools_schema: toolTokens,
        tool_results: tokens.results,
        history: tokens.history,
        injections: systemTokens,
        memory_knowledge: memoryTokens,
      },
      decisions,
    },
  };
}

function without(tokens: MessageTokens, less: MessageTokens): MessageTokens {
  return { results: tokens.results - less.results, history: tokens.history - less.history };
}
