import { parseArgs } from 'node:util';
import { startMinio } from './start-minio.ts';

/** Runs one MinIO in the foreground for experiments: prints its address and stops on Ctrl-C. */
const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    'webhook-url': { type: 'string' },
    'webhook-token': { type: 'string' },
  },
});
const { data, 'webhook-url': url, 'webhook-token': token } = values;
if ((url === undefined) !== (token === undefined)) throw new Error('a webhook needs its URL and its token');
const minio = await startMinio({
  ...(data !== undefined && { dataDirectory: data }),
  ...(url !== undefined && token !== undefined && { webhook: { url, token } }),
});
const { endpoint, region, bucket, platform, root } = minio;
// Credentials of a temporary server on loopback, which cannot be used without them.
console.log(JSON.stringify({ endpoint, region, bucket, platform, root }, undefined, 2));
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void minio.stop());
}
