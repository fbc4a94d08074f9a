import { type Redaction, redact } from '../policy/index.ts';
import type { ChatMessage, HandoffFilter } from '../run-log/index.ts';

/**
 * Returns the messages that a handoff passes on, without the response that hands over and its results.
 * @param transcript messages of the agent that hands over
 */
export function handoffHistory(
  transcript: readonly ChatMessage[],
  filter: HandoffFilter | undefined,
): readonly ChatMessage[] {
  if (filter === undefined) return [];
  const before = transcript.slice(
    0,
    Math.max(
      0,
      transcript.findLastIndex(({ role }) => role === 'assistant'),
    ),
  );
  if (filter === 'all') return before;
  const last = before.findLast(({ role }) => role === 'user');
  if (filter === 'last') return last ? [last] : [];
  return before.flatMap((message): ChatMessage[] => {
    if (message.role === 'tool') return [];
    if (message.role === 'user' || message.tool_calls.length === 0) return [message];
    const { continuation: _, ...kept } = message;
    return message.content === '' ? [] : [{ ...kept, tool_calls: [] }];
  });
}

/** Returns a message with the texts that an agent's policies hide removed; the same object if there are none. */
export function redactMessage(message: ChatMessage, redaction: Redaction): ChatMessage {
  const content = redact(message.content, redaction);
  if (message.role !== 'assistant') return content === message.content ? message : { ...message, content };
  if (message.continuation !== undefined && redaction.patterns.length > 0) {
    // A provider refuses changed thoughts, so they are left out.
    const { continuation: _, ...kept } = message;
    return redactMessage(kept, redaction);
  }
  const calls = message.tool_calls.map((call) => redact(call.arguments, redaction));
  if (content === message.content && calls.every((text, at) => text === message.tool_calls[at]?.arguments))
    return message;
  const tool_calls = message.tool_calls.map((call, at) => ({ ...call, arguments: calls[at] ?? '' }));
  return { ...message, content, tool_calls };
}
