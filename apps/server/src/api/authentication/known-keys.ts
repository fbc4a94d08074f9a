import type { AgentRow, FeedReader } from '@agent-home/platform';
import { decodeBase64Url } from '@agent-home/protocol';
import { LRUCache } from 'lru-cache';

interface KnownKey {
  agentId: string;
  publicKey: Uint8Array;
}

/**
 * Caches agents by key id, so that a read of the feed needs no query before its signature is verified. A key id is the hash of its
 * key, so the key never changes. Its owner can change: an agent gets another key, or is removed. The cached owner is only an
 * assumption, which the statement that reads the feed checks.
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

  /** Called after a valid signature, so that the cache cannot be filled with foreign keys. */
  remember(keyId: string, known: KnownKey): void {
    this.#known.set(keyId, known);
  }

  /** Returns the present owner of this key, read from the database; `undefined` if no agent has it. */
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
