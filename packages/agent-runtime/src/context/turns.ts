import type { ChatMessage } from '../run-log/index.ts';

/**
 * Splits a conversation into turns: a user message and all messages until the next one. A call is never separated from its result.
 */
export function collectTurns(messages: readonly ChatMessage[]): ChatMessage[][] {
  const turns: ChatMessage[][] = [];
  for (const message of messages) {
    const turn = turns.at(-1);
    if (message.role === 'user' || !turn) turns.push([message]);
    else turn.push(message);
  }
  return turns;
}

/** The newest turns of a conversation. */
export function lastTurns(messages: readonly ChatMessage[], turns: number): ChatMessage[] {
  return collectTurns(messages).slice(-turns).flat();
}
