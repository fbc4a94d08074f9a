import { createS3ObjectStore } from '@agent-home/object-store';
import { agentRoute, askAnonymously } from './anonymous.ts';
import { type DoctorCheck, failed, ok, skipped, warning } from './check.ts';
import { probeFolder, sessionForOneKey } from './credentials.ts';

const forged = '2020-01-01T00:00:00Z';

/** MinIO lets the holder of a key set Last-Modified by a header; only the proxy before it takes the header away. */
export const proxyCheck: DoctorCheck = {
  name: 'proxy',
  timeoutMs: 15_000,
  async run(context) {
    const { settings, store, probeId } = context;
    if (settings.store.kind !== 's3') return skipped('OSS needs none');
    const { endpoint: direct, region, bucket } = settings.store.place;
    const { endpoint } = settings.platform.store;
    const key = `${probeFolder(probeId)}/proxy.json`;
    const credentials = await sessionForOneKey(context, key);
    const agent = createS3ObjectStore({ endpoint, region, bucket, credentials });
    try {
      const url = await agent.presignPut(key, { expiresInSeconds: 60 });
      const headers = { 'x-minio-source-mtime': forged };
      const { status } = await askAnonymously(url, {
        method: 'PUT',
        body: '{}',
        headers,
        route: agentRoute(settings),
      });
      if (status >= 400) return ok(`a put with a forged x-minio-source-mtime is refused (${status})`);
      const { lastModified } = await store.head(key);
      if (lastModified.getTime() !== Date.parse(forged))
        return endpoint === direct
          ? warning('forged headers have no effect, but agents reach MinIO itself', todo)
          : ok('a forged x-minio-source-mtime has no effect');
      return failed(`agents set Last-Modified at ${endpoint} as they like: no proxy before MinIO`, todo);
    } finally {
      await store.delete(key);
    }
  },
};

const todo = 'put infra/minio/nginx.conf before MinIO and name it by S3_AGENT_ENDPOINT';
