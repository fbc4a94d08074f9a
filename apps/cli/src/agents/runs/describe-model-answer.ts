import type { ContextCost, ModelAnswered, RecordData } from '@agent-home/agent-runtime/run-log';
import { shownText } from '@agent-home/protocol';
import { faint } from '../../terminal/colours.ts';
import { counted } from '../../terminal/counted.ts';
import { preview } from '../../terminal/untrusted-text.ts';

const number = (value: number) => value.toLocaleString('en');

/** Describes one model call: its cost and its attempts. */
export function describeAnswer(answer: ModelAnswered, length: number | undefined): string[] {
  const { usage, stop_reason, elapsed_ms, tool_calls, content } = answer;
  const cost = `${number(usage.input_tokens)} tokens in, ${number(usage.output_tokens)} out${usage.estimated ? ' (estimated)' : ''}`;
  const calls = tool_calls.length === 0 ? '' : `, wants ${counted(tool_calls.length, 'tool call')}`;
  const said =
    tool_calls.length > 0 && content.trim() !== '' ? [`    says: ${preview(content, length)}`] : [];
  return [
    `  model ${shownText(answer.provider)}/${shownText(answer.model)}: ${cost}, ${number(elapsed_ms)} ms, ${shownText(stop_reason)}${calls}`,
    ...failedAttempts(answer.attempts),
    ...said,
  ];
}

export function describeModelFailure({ code, message, attempts }: RecordData<'model.failed'>): string[] {
  return [`  model failed: ${preview(message)} [${shownText(code)}]`, ...failedAttempts(attempts)];
}

/** Describes the share of the model's window that a request uses, and the dropped parts. */
export function describeContext({ round, fits, context_cost }: RecordData<'context.built'>): string {
  const { estimated_tokens, limit, decisions } = context_cost;
  const cut = decisions.length === 0 ? '' : `; ${decisions.map(describeCut).join(', ')}`;
  const room = fits ? '' : ', which is too large';
  return `${round}  ${faint(`context of about ${number(estimated_tokens.total)} of ${number(limit)} tokens${room}${cut}`)}`;
}

export function failedAttempts(attempts: ModelAnswered['attempts']): string[] {
  return attempts
    .filter(({ ok }) => !ok)
    .map(({ model, status, error_message = '' }) => {
      const which = status === undefined ? '' : ` ${status}`;
      return `    attempt with ${shownText(model)} failed${which}: ${preview(error_message)}`;
    });
}

function describeCut(decision: ContextCost['decisions'][number]): string {
  switch (decision.type) {
    case 'prune_tool_outputs':
      return `${decision.trimmed_count} results of tools cut by ${number(decision.chars_saved)} characters`;
    case 'shrink_turns':
      return `the last ${decision.limit_turns} turns only`;
    case 'drop_memory_results':
      return 'without recalled memory';
    case 'auto_compact':
      return decision.triggered ? 'compacted' : 'not compacted';
  }
}
