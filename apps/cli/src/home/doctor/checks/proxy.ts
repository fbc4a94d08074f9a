import { getKind } from '../../stores/store-kinds.ts';
import { askAnonymously } from './anonymous.ts';
import { type DoctorCheck, failed, ok, skipped, warning } from './check.ts';
import { probeFolder, sessionForOneKey } from './credentials.ts';

const forged = '2020-01-01T00:00:00Z';

/** MinIO lets the holder of a key set Last-Modified by a header; only the proxy in front of it removes the header. */
export const proxyCheck: DoctorCheck = {
  name: 'proxy',
  timeoutMs: 15_000,
  async run(context) {
    const { settings, store, probeId } = context;
    const kind = getKind(settings.store);
    const description = settings.platform.store;
    const open = kind.throughProxy(settings.store, description);
    if ('without' in open) return skipped(open.without);
    const key = `${probeFolder(probeId)}/proxy.json`;
    const credentials = await sessionForOneKey(context, key);
    const agent = open(credentials);
    const { endpoint: direct } = settings.store.place;
    const { endpoint } = description;
    try {
      const url = await agent.presignPut(key, { expiresInSeconds: 60 });
      const headers = { 'x-minio-source-mtime': forged };
      const { status } = await askAnonymously(url, {
        method: 'PUT',
        body: '{}',
        headers,
        route: kind.agentRoute(settings.store),
      });
      if (status >= 400) return ok(`a put with a forged x-minio-source-mtime is refused (${status})`);
      const { lastModified } = await store.head(key);
      if (lastModified.getTime() !== Date.parse(forged))
        return endpoint === direct
          ? warning('forged headers have no effect, but agents reach MinIO directly', todo)
          : ok('a forged x-minio-source-mtime has no effect');
      return failed(`agents can forge Last-Modified at ${endpoint}: MinIO has no proxy`, todo);
    } finally {
      await store.delete(key);
    }
  },
};

const todo = 'run infra/minio/nginx.conf in front of MinIO and set S3_AGENT_ENDPOINT to it';
