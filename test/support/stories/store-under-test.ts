import type { MinioHome } from '../minio-home.ts';
import { type IssuedCredential, RawAgent } from '../raw-agent.ts';
import type { TestHome } from '../start-home.ts';

/** Store as the holder of one credential can access it, with a client that adds no protection of its own. */
interface AgentStore {
  put(key: string, bytes: Buffer): Promise<unknown>;
  get(key: string): Promise<Uint8Array>;
}

export interface StoreUnderTest {
  open(credential: IssuedCredential): AgentStore;
  /** Client's code for a refusal of the store. */
  deniedCode: string;
}

/** Opens the store with the vendor's own client. */
export function ossStore(home: TestHome): StoreUnderTest {
  const holder = RawAgent.stranger(home, 'holder');
  return {
    deniedCode: 'AccessDenied',
    open(credential) {
      const oss = holder.open(credential);
      return {
        put: (key, bytes) => oss.put(key, bytes),
        get: async (key) => new Uint8Array((await oss.get(key)).content as Buffer),
      };
    },
  };
}

export function minioStore({ createClient }: MinioHome): StoreUnderTest {
  const limits = { maxBytes: 1_000_000, timeoutMs: 10_000 };
  return {
    deniedCode: 'access_denied',
    open(credential) {
      const store = createClient(credential);
      return {
        put: (key, bytes) => store.put(key, new Uint8Array(bytes)),
        get: async (key) => (await store.get(key, limits)).bytes,
      };
    },
  };
}
