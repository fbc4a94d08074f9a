import type { IssuedCredentials } from '@agent-home/object-store';
import { LRUCache } from 'lru-cache';

/** Credential that a request needs. */
export interface WantedCredential {
  agentId: string;
  /** The exact policy document. */
  policy: string;
  /** Seconds from its issue to its expiry: the duration of the request, limited by the audience's present limit. */
  lifetimeSeconds: number;
}

/**
 * Live credentials by agent, exact policy and lifetime, in this process's memory only. Simultaneous requests for the same
 * credential share one call to the token service. A credential is reused while half of its lifetime is left, and only for a request
 * for the same lifetime. A request therefore never gets one that outlives its own duration or the audience's present limit, and
 * always gets at least half of that.
 */
export class CredentialCache {
  readonly #live: LRUCache<string, IssuedCredentials>;
  readonly #pending = new Map<string, Promise<IssuedCredentials>>();
  readonly #planned = new Set<string>();

  constructor(maxEntries = 50_000) {
    this.#live = new LRUCache({ max: maxEntries });
  }

  /** Returns a live credential that may be reused. */
  find(wanted: WantedCredential, now: Date): IssuedCredentials | undefined {
    const credentials = this.#live.get(getKey(wanted));
    if (!credentials) return undefined;
    const left = credentials.expiration.getTime() - now.getTime();
    return left >= wanted.lifetimeSeconds * 500 ? credentials : undefined;
  }

  /** Returns true if another request is already fetching this credential; this request then shares it and spends no budget. */
  isPlanned(wanted: WantedCredential): boolean {
    return this.#planned.has(getKey(wanted));
  }

  /** Records that a request is fetching these credentials, until the returned function is called. */
  plan(wanted: readonly WantedCredential[]): () => void {
    const keys = wanted.map(getKey);
    for (const key of keys) this.#planned.add(key);
    return () => {
      for (const key of keys) this.#planned.delete(key);
    };
  }

  async issue(
    wanted: WantedCredential,
    now: Date,
    issue: () => Promise<IssuedCredentials>,
  ): Promise<IssuedCredentials> {
    const live = this.find(wanted, now);
    if (live) return live;
    const key = getKey(wanted);
    const pending = this.#pending.get(key);
    if (pending) return pending;
    const promise = issue()
      .then((credentials) => {
        this.#live.set(key, credentials);
        return credentials;
      })
      .finally(() => this.#pending.delete(key));
    this.#pending.set(key, promise);
    return promise;
  }
}

function getKey({ agentId, policy, lifetimeSeconds }: WantedCredential): string {
  return `${agentId}\n${lifetimeSeconds}\n${policy}`;
}
