import type { ChatMessage } from '@agent-home/agent-runtime/run-log';
import { shownText } from '@agent-home/protocol';
import { shownLines } from '../../terminal/untrusted-text.ts';

/** Renders the messages of a session for a terminal: authors, full texts, and the names of called tools. */
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
