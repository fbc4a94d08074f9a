import { CredentialCache } from '../../../packages/platform/src/credentials/issue/credential-cache.ts';
import type { RequestCounts } from './request-counts.ts';

const defaultSeconds = 900;
const purposes: Record<string, string> = {
  heartbeat_write: 'heartbeat',
  topic_message_write: 'message',
  topic_request_write: 'request',
};

interface Asked {
  grants: { type: string; [member: string]: unknown }[];
  duration_seconds?: number;
}

/**
 * Model of the home's credentials: one for all reads and one for each purpose of writing, never combined; the home's own cache
 * reuses one while half of its life is left.
 */
export class CredentialModel {
  readonly #cache = new CredentialCache();
  readonly #counts: RequestCounts;
  readonly #now: () => number;
  #lines = 0;

  constructor(counts: RequestCounts, now: () => number) {
    this.#counts = counts;
    this.#now = now;
  }

  /** Response of `POST /v1/credentials`. */
  async answer({ grants, duration_seconds: seconds = defaultSeconds }: Asked): Promise<object> {
    const byPurpose = groupBy(grants, (grant) => purposes[grant.type] ?? 'read');
    const credentials = [];
    for (const [purpose, together] of byPurpose) {
      // Each message has its own keys, so no two of these policies are equal.
      if (purpose === 'message' || purpose === 'request') this.#lines += 1;
      const policy = JSON.stringify([purpose, together, purpose === 'message' ? this.#lines : 0]);
      const wanted = { agentId: 'agent', policy, lifetimeSeconds: seconds };
      const issued = await this.#cache.issue(wanted, new Date(this.#now()), async () => this.#issue(seconds));
      credentials.push({
        access_key_id: 'id',
        access_key_secret: 'secret',
        security_token: 'token',
        expiration: issued.expiration.toISOString(),
        grants: together,
        keys: [],
        prefixes: [{ prefix: '', action: 'get' }],
      });
    }
    return {
      store: { kind: 'aliyun', endpoint: 'http://model', region: 'model', bucket: 'model', path_style: true },
      heads: {},
      credentials,
      denied: [],
    };
  }

  #issue(seconds: number) {
    this.#counts.calledSts(this.#now());
    return {
      accessKeyId: 'id',
      accessKeySecret: 'secret',
      securityToken: 'token',
      requestId: 'model',
      expiration: new Date(this.#now() + seconds * 1000),
    };
  }
}

function groupBy<Item>(items: Item[], getKey: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(getKey(item), [...(groups.get(getKey(item)) ?? []), item]);
  return groups;
}
