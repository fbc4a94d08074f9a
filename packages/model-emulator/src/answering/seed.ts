import { sha256Hex } from '@agent-home/protocol';
import type { Conversation } from '../conversation/conversation.ts';

/**
 * Returns the seed of random choices: SHA-256 of the parts of a request that scripts can see. The same
 * conversation gets the same response, streamed or not, in either protocol.
 */
export function getSeed({ model, system, turns, tools }: Conversation): string {
  return sha256Hex(Buffer.from(JSON.stringify([model, system, turns, tools])));
}

export function chooseBy<Item>(seed: string, items: readonly Item[]): Item | undefined {
  return items[Number.parseInt(seed.slice(-12), 16) % items.length];
}
