import { createS3ObjectStore, ObjectStoreError } from '@agent-home/object-store';
import OSS from 'ali-oss';
import type { StoreSettings } from '../../../../apps/cli/src/home/stores/store-settings.ts';
import { putSymlink } from '../../../support/hostile-writes.ts';
import type { IssuedCredential } from '../../../support/raw-agent.ts';

/** Bucket as the holder of one credential can access it, with a client that never retries. */
export interface SimulatedAgentStore {
  put(key: string, bytes: Buffer): Promise<unknown>;
  get(key: string): Promise<Uint8Array>;
  /** Defined if the store has symbolic links. */
  putSymlink?(key: string, target: string): Promise<unknown>;
}

const answerWithinMs = 15_000;

export function openAgentStore(
  { kind, place }: StoreSettings,
  credential: IssuedCredential,
): SimulatedAgentStore {
  return kind === 's3' ? openS3(place, credential) : openOss(place, credential);
}

/** Opens the store with the vendor's own client. */
function openOss(
  place: { endpoint: string; region: string; bucket: string },
  issued: IssuedCredential,
): SimulatedAgentStore {
  const key = {
    accessKeyId: issued.access_key_id,
    accessKeySecret: issued.access_key_secret,
    stsToken: issued.security_token,
  };
  const oss = new OSS({
    ...place,
    ...key,
    authorizationV4: true,
    sldEnable: true,
    retryMax: 0,
    timeout: answerWithinMs,
    refreshSTSToken: async () => key,
    refreshSTSTokenInterval: 86_400_000,
  } as OSS.Options);
  return {
    put: (name, bytes) => oss.put(name, bytes),
    get: async (name) => new Uint8Array((await oss.get(name)).content as Buffer),
    putSymlink: (name, target) => putSymlink(oss, name, target),
  };
}

function openS3(
  place: { endpoint: string; region: string; bucket: string },
  issued: IssuedCredential,
): SimulatedAgentStore {
  const store = createS3ObjectStore({
    ...place,
    retry: { attempts: 1 },
    credentials: {
      accessKeyId: issued.access_key_id,
      accessKeySecret: issued.access_key_secret,
      securityToken: issued.security_token,
    },
  });
  const limits = { maxBytes: 4_000_000, timeoutMs: answerWithinMs };
  return {
    put: (name, bytes) => store.put(name, new Uint8Array(bytes)),
    get: async (name) => (await store.get(name, limits)).bytes,
  };
}

/**
 * Returns true if the store itself refused, as either client reports it. After any other error the request may
 * have been executed.
 */
export function isRefusal(error: unknown): boolean {
  if (error instanceof ObjectStoreError)
    return error.code === 'access_denied' || error.code === 'credentials_expired';
  const { status } = error as { status?: number };
  return status !== undefined && status >= 400 && status < 500;
}
