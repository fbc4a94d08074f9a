import { objectKey } from '@agent-home/protocol';
import { onTestFinished } from 'vitest';
import type { AgentHome } from '../home/agent-home.ts';
import { connect } from '../home/connect.ts';
import type { ConnectOptions } from '../home/options.ts';
import { CertifiedHome, start } from './certified-home.ts';
import { MapStore } from './map-store.ts';
import { type Received, type Reply, type SmallApi, startSmallApi } from './small-api.ts';

/** Client of a small API over real HTTP, with a bucket that the test may change like an attacker. */
export interface SmallHome {
  certified: CertifiedHome;
  bucket: MapStore;
  api: SmallApi;
  /** The client's clock, milliseconds since 1970. */
  clock: { now: number };
  connect(options?: Partial<ConnectOptions>): Promise<AgentHome>;
}

export const keysKey = objectKey('platform_keys');
export const timestampKey = objectKey('platform_timestamp');

export async function smallHome(
  answer: (received: Received) => Reply | undefined | Promise<Reply | undefined> = () => undefined,
): Promise<SmallHome> {
  const certified = new CertifiedHome();
  const bucket = new MapStore();
  const clock = { now: start };
  const keyList = () => ({ text: Buffer.from(bucket.objects.get(keysKey) ?? []).toString() });
  const api = await startSmallApi(
    async (received) =>
      (await answer(received)) ??
      (received.path === '/v1/keys' ? keyList() : standardAnswer(received, clock.now)),
  );
  const keys = certified.keys();
  bucket.objects.set(keysKey, keys);
  bucket.objects.set(timestampKey, certified.timestamp(keys, clock.now));
  return {
    certified,
    bucket,
    api,
    clock,
    async connect(options = {}) {
      const home = await connect({
        url: api.url,
        rootSet: certified.rootSet,
        secretKey: new Uint8Array(32).fill(7),
        agentId: 'ada',
        clock: () => clock.now,
        openStore: () => bucket.asObjectStore(),
        ...options,
      });
      onTestFinished(() => home.close());
      return home;
    },
  };
}

/** Grants every request for an hour. */
function standardAnswer(received: Received, now: number): Reply {
  if (received.path === '/v1/verification-failures') return { status: 202 };
  if (received.path.startsWith('/v1/feed')) return { body: { events: [], cursor: 'start', acknowledged: 0 } };
  const { grants } = JSON.parse(received.body || '{"grants":[]}') as { grants: { type: string }[] };
  return { body: credentialAnswer(grants, now) };
}

export function credentialAnswer(
  grants: { type: string }[],
  now: number,
  heads: Record<string, { version: number; sha256: string }> = {},
  lifeSeconds = 3600,
  keys: string[] = [],
  notAfter?: string,
) {
  return {
    store: { kind: 'aliyun', endpoint: 'http://localhost:1', region: 'r', bucket: 'b', path_style: true },
    heads,
    credentials: grants.map((grant) => ({
      access_key_id: 'STS.id',
      access_key_secret: 'secret',
      security_token: 'token',
      expiration: new Date(now + lifeSeconds * 1000).toISOString(),
      grants: [grant],
      keys: keys.map((key) => ({ key, ...(notAfter === undefined ? {} : { not_after: notAfter }) })),
      prefixes: ['agents/', 'platform/', 'topics/'].map((prefix) => ({ prefix, action: 'get' })),
    })),
    denied: [],
  };
}
