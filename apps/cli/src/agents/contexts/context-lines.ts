import type { ChatMessage } from '@agent-home/agent-runtime/run-log';
import { shownText } from '@agent-home/protocol';
import { shownLines } from '../../terminal/untrusted-text.ts';

/** What a session has said so far, as lines for a terminal: who spoke, every word, and the names of what was called. */
export function contextLines(messages: readonly ChatMessage[]): string[] {
  return messages.flatMap((message) => {
    const [first = '', ...rest] = shownLines(message.content);
    const calls = message.role === 'assistant' ? message.tool_calls : [];
    return [
      `${message.role}: ${first}`,
      ...rest.map((line) => `  ${line}`),
      ...calls.map(({ name }) => `  calls ${shownText(name)}`),
    ];
  });
}
