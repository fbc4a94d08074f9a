import type { ChatMessage } from '../run-log/index.ts';
import type { ReadOn } from './read-on.ts';

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
 * Cuts what tools gave, oldest turns and the running one alike, but never what came since the model last spoke: it has not
 * read that yet.
 * @param attempt from 1
 * @param readOn how the model reads on in what was cut
 */
export function pruneToolOutputs(messages: readonly ChatMessage[], attempt: number, readOn?: ReadOn): Pruned {
  const keep = characterSteps[attempt - 1] ?? characterSteps[pruneAttempts - 1] ?? 0;
  const unread = lastAnswer(messages);
  let trimmedCount = 0;
  let charsSaved = 0;
  const pruned = messages.map((message, index): ChatMessage => {
    if (message.role !== 'tool' || index > unread || message.content.length <= keep) return message;
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

/** Index before the last answer of the model; what stands behind that answer it has not read yet. */
export function lastAnswer(messages: readonly ChatMessage[]): number {
  return messages.findLastIndex(({ role }) => role === 'assistant') - 1;
}

/** Without half a character at its end. */
export function wholeCharacters(text: string): string {
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
}
