import type { AgentRow, FeedReader } from '@agent-home/platform';
import { decodeBase64Url } from '@agent-home/protocol';
import { LRUCache } from 'lru-cache';

interface KnownKey {
  agentId: string;
  publicKey: Uint8Array;
}

/**
 * Which key a key id names, remembered so that a read of the feed need not ask before it can check the signature. A key id
 * is the hash of its key, so this never changes. Whose key it is can: an agent gets another key, or is removed. What is
 * remembered of that is only a guess, which the statement that reads the feed has to find true at that moment.
 */
export class KnownKeys {
  readonly #find: (keyId: string) => Promise<AgentRow | undefined>;
  readonly #known = new LRUCache<string, KnownKey>({ max: 50_000 });

  constructor(find: (keyId: string) => Promise<AgentRow | undefined>) {
    this.#find = find;
  }

  async find(keyId: string): Promise<KnownKey | undefined> {
    return this.#known.get(keyId) ?? this.#ask(keyId);
  }

  /** Called once a signature was good, so that nobody can fill this with keys that are not its own. */
  remember(keyId: string, known: KnownKey): void {
    this.#known.set(keyId, known);
  }

  /** Who has this key now; `undefined` where nobody has. */
  async findAnew(keyId: string): Promise<FeedReader | undefined> {
    this.#known.delete(keyId);
    const known = await this.#ask(keyId);
    return known && { agentId: known.agentId, keyId };
  }

  async #ask(keyId: string): Promise<KnownKey | undefined> {
    const agent = await this.#find(keyId);
    const publicKey = agent && decodeBase64Url(agent.publicKey);
    return publicKey && { agentId: agent.agentId, publicKey };
  }
}
