import type { Settings } from '../../apps/cli/src/home/configuration/settings.ts';
import type { TcpProxy } from './tcp-proxy.ts';

/** Proxies between a home and the services it needs, so that a test can cut or hold a connection. */
export interface Between {
  database?: TcpProxy;
  store?: TcpProxy;
  sts?: TcpProxy;
  queue?: TcpProxy;
  /** Returns the endpoint to use instead of the store's own. */
  storeEndpoint?: (endpoint: string) => Promise<string>;
}

/** Returns settings that lead through the proxies, and sets the target of each proxy. */
export async function settingsThrough(settings: Settings, between: Between): Promise<Settings> {
  const database = new URL(settings.databaseUrl);
  const queue = new URL(settings.queueUrl);
  const { endpoint } = settings.store.place;
  const store = new URL((await between.storeEndpoint?.(endpoint)) ?? endpoint);
  between.database?.to(Number(database.port));
  between.store?.to(Number(store.port));
  between.queue?.to(Number(queue.port));
  database.port = String(between.database?.port ?? database.port);
  // The queue is in the database, unless it is a Redis.
  const queuePort = queue.protocol.startsWith('redis') ? queue.port : database.port;
  queue.port = String(between.queue?.port ?? queuePort);
  store.port = String(between.store?.port ?? store.port);
  return {
    ...settings,
    databaseUrl: database.href,
    queueUrl: queue.href,
    store: {
      ...settings.store,
      place: { ...settings.store.place, endpoint: store.origin },
      ...stsThrough(settings, between.sts),
    } as Settings['store'],
  };
}

function stsThrough({ store }: Settings, proxy: TcpProxy | undefined): object {
  if (proxy === undefined || store.kind !== 'aliyun') return {};
  proxy.to(Number(store.sts.endpoint.split(':')[1]));
  return { sts: { ...store.sts, endpoint: `127.0.0.1:${proxy.port}` } };
}
