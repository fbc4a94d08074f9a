import type { ChatMessage, ContextCost } from '@agent-home/run-log';
import type { OfferedTool } from '../ports/model-request.ts';
import { tokensOfMessages, tokensOfText, tokensOfTools } from './estimate-context.ts';
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
  const fixed = tokensOfText(system) + tokensOfTools(tools);
  const decisions: ContextCost['decisions'] = [];
  const fits = (candidate: readonly ChatMessage[]) =>
    fixed + memoryTokens + tokensOfMessages(candidate) <= limit;
  const recalled: ChatMessage[] = memory === '' ? [] : [{ role: 'user', content: memory }];
  let memoryTokens = tokensOfMessages(recalled);
  let turns = turnsOf(messages);
  if (turns.length > limitTurns) {
    turns = turns.slice(-limitTurns);
    decisions.push({ type: 'shrink_turns', limit_turns: limitTurns });
  }
  let kept = turns.flat();
  const memoryDropped = recalled.length > 0 && !fits(kept);
  if (memoryDropped) {
    memoryTokens = 0;
    decisions.push({ type: 'drop_memory_results' });
  }
  for (let attempt = 1; attempt <= pruneAttempts && !fits(kept); attempt++) {
    const pruned = pruneToolOutputs(kept, attempt);
    if (pruned.trimmedCount === 0) continue;
    kept = pruned.messages;
    const { trimmedCount, charsSaved } = pruned;
    decisions.push({
      type: 'prune_tool_outputs',
      attempt,
      trimmed_count: trimmedCount,
      chars_saved: charsSaved,
    });
  }
  let bound = limitTurns;
  for (let shown = turns.length - 1; shown >= 1 && !fits(kept); shown--) {
    bound = shown;
    kept = turnsOf(kept).slice(-shown).flat();
    decisions.push({ type: 'shrink_turns', limit_turns: shown });
  }
  return {
    messages: memoryDropped ? kept : [...recalled, ...kept],
    fits: fits(kept),
    cost: {
      context_window_tokens: contextWindow,
      reserved_output_tokens: reservedOutput,
      limit,
      limit_turns: bound,
      memory_dropped: memoryDropped,
      auto_compact: false,
      estimated_tokens: {
        total: fixed + memoryTokens + tokensOfMessages(kept),
        messages: tokensOfText(system) + memoryTokens + tokensOfMessages(kept),
        tools: tokensOfTools(tools),
      },
      estimated_tokens_coarse: {
        tools_schema: tokensOfTools(tools),
        tool_results: tokensOfMessages(kept.filter(({ role }) => role === 'tool')),
        history: tokensOfMessages(kept.filter(({ role }) => role !== 'tool')),
        injections: tokensOfText(system),
        memory_knowledge: memoryTokens,
      },
      decisions,
    },
  };
}
