import type { Conversation } from '../conversation/conversation.ts';

const BYTES_PER_TOKEN = 4;

/** Counts tokens in a simple, reproducible way: four bytes of UTF-8 each. */
export function tokensOf(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}

export function countInputTokens({ system, turns, tools }: Conversation): number {
  const texts = turns.flatMap((turn) =>
    turn.role === 'assistant'
      ? [turn.text, ...turn.calls.flatMap((call) => [call.name, call.arguments])]
      : [turn.text],
  );
  return [system, ...texts, ...tools].reduce((sum, text) => sum + tokensOf(text), 0);
}

/** Returns the beginning of a text that fits the token limit, without splitting a character. */
export function cutToTokens(text: string, tokens: number): string {
  let bytes = tokens * BYTES_PER_TOKEN;
  if (Buffer.byteLength(text) <= bytes) return text;
  let end = 0;
  for (const character of text) {
    bytes -= Buffer.byteLength(character);
    if (bytes < 0) break;
    end += character.length;
  }
  return text.slice(0, end);
}
