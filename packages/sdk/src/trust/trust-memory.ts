import { type LedgerHead, type RootSet, type SeenVersion, VerificationError } from '@agent-home/protocol';
import { LRUCache } from 'lru-cache';

/** Data kept across restarts. */
export interface TrustSnapshot {
  agentId: string | undefined;
  /** The newest root set that a verified `platform/keys.json` led to. */
  rootSet: RootSet | undefined;
  seen: [objectKey: string, seen: SeenVersion][];
  ledgers: [topicId: string, head: LedgerHead][];
}

/** Far more objects than one agent reads; beyond it the least recently read is forgotten. */
const maxObjects = 20_000;
const maxLedgers = 5_000;

/**
 * Highest accepted version of every object, and last ledger entry of every topic. Without it an attacker who controls the bucket
 * could serve this agent old versions.
 */
export class TrustMemory {
  readonly #seen = new LRUCache<string, SeenVersion>({ max: maxObjects });
  /** Entries that are never evicted, because all other verification depends on them. */
  readonly #seenPlatform = new Map<string, SeenVersion>();
  readonly #ledgers = new LRUCache<string, LedgerHead>({ max: maxLedgers });
  readonly #changed: () => void;
  #rootSet: RootSet | undefined;
  #agentId: string | undefined;

  constructor(snapshot: TrustSnapshot | undefined, changed: () => void = () => {}) {
    this.#changed = changed;
    this.#rootSet = snapshot?.rootSet;
    this.#agentId = snapshot?.agentId;
    for (const [key, seen] of snapshot?.seen ?? []) this.#setSeen(key, seen);
    for (const [topicId, head] of snapshot?.ledgers ?? []) this.#ledgers.set(topicId, head);
  }

  get agentId(): string | undefined {
    return this.#agentId;
  }

  get rootSet(): RootSet | undefined {
    return this.#rootSet;
  }

  seen(objectKey: string): SeenVersion | undefined {
    return this.#seenPlatform.get(objectKey) ?? this.#seen.get(objectKey);
  }

  /**
   * Remembers a verified object. A version older than one that a concurrent read has stored is ignored; other bytes under the same
   * version are `equivocation`, even between concurrent reads.
   * @throws VerificationError
   */
  remember(objectKey: string, found: SeenVersion): void {
    const known = this.seen(objectKey);
    if (known && known.version === found.version && known.sha256 !== found.sha256) {
      throw new VerificationError(
        'equivocation',
        objectKey,
        `version ${found.version} was read with two different contents`,
      );
    }
    if (known && known.version >= found.version) return;
    this.#setSeen(objectKey, { version: found.version, sha256: found.sha256 });
    this.#changed();
  }

  rememberRootSet(rootSet: RootSet): void {
    if (this.#rootSet && this.#rootSet.version >= rootSet.version) return;
    this.#rootSet = rootSet;
    this.#changed();
  }

  rememberAgent(agentId: string): void {
    if (this.#agentId === agentId) return;
    this.#agentId = agentId;
    this.#changed();
  }

  ledgerHead(topicId: string): LedgerHead | undefined {
    return this.#ledgers.get(topicId);
  }

  rememberLedgerHead(topicId: string, head: LedgerHead): void {
    if ((this.#ledgers.get(topicId)?.sequence ?? 0) >= head.sequence) return;
    this.#ledgers.set(topicId, head);
    this.#changed();
  }

  snapshot(): TrustSnapshot {
    return {
      agentId: this.#agentId,
      rootSet: this.#rootSet,
      // Ordered oldest first, so that loading restores the order of eviction.
      seen: [...[...this.#seen.entries()].reverse(), ...this.#seenPlatform.entries()],
      ledgers: [...this.#ledgers.entries()].reverse(),
    };
  }

  #setSeen(objectKey: string, seen: SeenVersion): void {
    if (objectKey.startsWith('platform/')) this.#seenPlatform.set(objectKey, seen);
    else this.#seen.set(objectKey, seen);
  }
}
