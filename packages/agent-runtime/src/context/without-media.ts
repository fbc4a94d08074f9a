import type { CallOutcome, ChatMessage, Media } from '../run-log/index.ts';

/** Returns a message without its files, with a note that names them. */
export function withoutMedia(message: ChatMessage): ChatMessage {
  if (message.role === 'assistant' || !message.media) return message;
  const { media, ...kept } = message;
  return { ...kept, content: `${message.content}\n${noteOnMedia(media)}` };
}

/** Returns an outcome without its files, with a note that names them. */
export function outcomeWithoutMedia({ media, ...outcome }: CallOutcome): CallOutcome {
  if (!media) return outcome;
  return { ...outcome, content: [...outcome.content, { type: 'text', text: noteOnMedia(media) }] };
}

function noteOnMedia(media: readonly Media[]): string {
  return `[left out: ${media.map(({ name, media_type }) => `${name} (${media_type})`).join(', ')}]`;
}
