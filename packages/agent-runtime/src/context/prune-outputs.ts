import type { ChatMessage } from '../run-log/index.ts';
import type { ReadOn } from './read-on.ts';
import { withoutMedia } from './without-media.ts';

/** Characters of an old tool output that stay when it is pruned. */
const characterSteps = [2_000, 400] as const;

export interface Pruned {
  messages: ChatMessage[];
  trimmedCount: number;
  charsSaved: number;
}

/** Number of times that outputs can be pruned, each time harder. */
export const pruneAttempts = characterSteps.length;

/**
 * Cuts tool results of old turns and of the running one, except those after the latest response, which the model has not read yet.
 * @param attempt from 1
 * @param readOn returns the call that reads the rest of a cut result
 */
export function pruneToolOutputs(messages: readonly ChatMessage[], attempt: number, readOn?: ReadOn): Pruned {
  const keep = characterSteps[attempt - 1] ?? characterSteps[pruneAttempts - 1] ?? 0;
  const unread = lastAnswer(messages);
  let trimmedCount = 0;
  let charsSaved = 0;
  const withoutFiles = (message: ChatMessage) => {
    trimmedCount++;
    return withoutMedia(message);
  };
  const pruned = messages.map((message, index): ChatMessage => {
    if (message.role === 'user' && message.media && index <= unread) return withoutFiles(message);
    if (message.role !== 'tool' || index > unread) return message;
    if (message.media) return withoutFiles(message);
    if (message.content.length <= keep) return message;
    const head = wholeCharacters(message.content.slice(0, keep));
    const hint = readOn?.(message.tool_call_id, head.length);
    const more = hint === undefined ? '' : `; read on with ${hint}`;
    const content = `${head}\n[… cut: ${message.content.length} characters${more}]`;
    if (content.length >= message.content.length) return message;
    trimmedCount++;
    charsSaved += message.content.length - content.length;
    return { ...message, content };
  });
  return { messages: pruned, trimmedCount, charsSaved };
}

/** Returns the index before the model's latest response; the model has not read the messages after that response. */
export function lastAnswer(messages: readonly ChatMessage[]): number {
  return messages.findLastIndex(({ role }) => role === 'assistant') - 1;
}

/** Removes half a character at the end of a text. */
export function wholeCharacters(text: string): string {
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
}
