import { Readable } from 'node:stream';
import type { RawWriter } from '@agent-home/object-store/contract';
import { Client } from 'minio';
import type { RunningMinio } from '../../../infra/minio/start-minio.ts';
import { rawRequest } from './raw-request.ts';

const PART = 5 * 1024 * 1024;

/** Creates the vendor's own client as root. */
export function rootClient({ endpoint, region, root }: RunningMinio): Client {
  const { hostname, port } = new URL(endpoint);
  return new Client({
    endPoint: hostname,
    port: Number(port),
    useSSL: false,
    region,
    accessKey: root.accessKeyId,
    secretKey: root.accessKeySecret,
    partSize: PART,
  });
}

/** Creates a writer of objects that only an adversary or another administrator would write to S3. */
export function createS3RawWriter(minio: RunningMinio): RawWriter {
  const client = rootClient(minio);
  const rules = async (): Promise<{ ID: string }[]> => {
    const configuration = await client.getBucketLifecycle(minio.bucket).catch(() => null);
    // A single rule is parsed as an object, several as a list.
    return [configuration?.Rule ?? []].flat() as { ID: string }[];
  };
  return {
    async unusual(kind, key) {
      if (kind !== 'multipart') throw new Error(`S3 has no ${kind} objects`);
      // A stream of unknown length is put in parts.
      await client.putObject(minio.bucket, key, Readable.from([Buffer.alloc(PART + 1)]));
    },
    async plain(key, content) {
      const path = `/${minio.bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;
      const { status } = await rawRequest(minio.endpoint, minio.root, { method: 'PUT', path, body: content });
      if (status !== 200) throw new Error(`a put of ${JSON.stringify(key)} answered ${status}`);
    },
    async encoded(key, content, encoding) {
      await client.putObject(minio.bucket, key, Buffer.from(content), content.length, {
        'Content-Encoding': encoding,
      });
    },
    async foreignLifecycleRule(id) {
      const foreign = {
        ID: id,
        Status: 'Enabled',
        Filter: { And: { Prefix: 'foreign/a&b/', Tag: { Key: 'k', Value: '<v>' } } },
        Expiration: { Days: 400 },
      };
      const all = [...(await rules()), foreign];
      await client.setBucketLifecycle(minio.bucket, { Rule: all } as Parameters<
        typeof client.setBucketLifecycle
      >[1]);
    },
    async readLifecycleRule(id) {
      return (await rules()).find((rule) => rule.ID === id);
    },
  };
}
