import { sha256Hex } from '@agent-home/protocol';
import type { Conversation } from '../conversation/conversation.ts';

/**
 * What chance is made of: sha256 of what scripts can see of a request. Streamed or not, under this protocol or the other, the
 * same conversation has the same answer.
 */
export function seedOf({ model, system, turns, tools }: Conversation): string {
  return sha256Hex(Buffer.from(JSON.stringify([model, system, turns, tools])));
}

export function chooseBy<Item>(seed: string, items: readonly Item[]): Item | undefined {
  return items[Number.parseInt(seed.slice(-12), 16) % items.length];
}
