import type { IssuedCredentials } from '@agent-home/object-store';
import { LRUCache } from 'lru-cache';

interface Live {
  credentials: IssuedCredentials;
}

/**
 * Live credentials by agent and exact policy, in this process's memory only. One call to the token service serves
 * all who ask for the same at once; reuse ends at half-life, so that what is handed out lasts a while.
 */
export class CredentialCache {
  readonly #live: LRUCache<string, Live>;
  readonly #pending = new Map<string, Promise<IssuedCredentials>>();
  readonly #planned = new Set<string>();

  constructor(maxEntries = 50_000) {
    this.#live = new LRUCache({ max: maxEntries });
  }

  /** A credential that still has half of `durationSeconds` to live, if there is one. */
  find(agentId: string, policy: string, durationSeconds: number, now: Date): IssuedCredentials | undefined {
    const credentials = this.#live.get(keyOf(agentId, policy))?.credentials;
    if (!credentials) return undefined;
    const left = credentials.expiration.getTime() - now.getTime();
    return left >= durationSeconds * 500 ? credentials : undefined;
  }

  /** Whether another request is getting this credential already: this one then shares it and spends no budget. */
  isPlanned(agentId: string, policy: string): boolean {
    return this.#planned.has(keyOf(agentId, policy));
  }

  /** Notes that a request is getting these credentials. Call the function it answers once they are there, or failed. */
  plan(agentId: string, policies: readonly string[]): () => void {
    const keys = policies.map((policy) => keyOf(agentId, policy));
    for (const key of keys) this.#planned.add(key);
    return () => {
      for (const key of keys) this.#planned.delete(key);
    };
  }

  async issue(
    agentId: string,
    policy: string,
    { durationSeconds, now }: { durationSeconds: number; now: Date },
    issue: () => Promise<IssuedCredentials>,
  ): Promise<IssuedCredentials> {
    const live = this.find(agentId, policy, durationSeconds, now);
    if (live) return live;
    const key = keyOf(agentId, policy);
    const pending = this.#pending.get(key);
    if (pending) return pending;
    const promise = issue()
      .then((credentials) => {
        this.#live.set(key, { credentials });
        return credentials;
      })
      .finally(() => this.#pending.delete(key));
    this.#pending.set(key, promise);
    return promise;
  }
}

function keyOf(agentId: string, policy: string): string {
  return `${agentId}\n${policy}`;
}
