import type { RawWriter, UnusualKind } from '@agent-home/object-store/contract';
import OSS from 'ali-oss';
import { putArchived, putLiteral, putMultipart, putSymlink } from '../../support/hostile-writes.ts';

interface RawOssSettings {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  accessKeySecret: string;
}

/** Creates a writer of objects that only an adversary or another administrator would write to OSS. */
export function createOssRawWriter(settings: RawOssSettings): RawWriter {
  const options: OSS.Options & { sldEnable: boolean } = {
    ...settings,
    authorizationV4: true,
    sldEnable: true,
  };
  const client = new OSS(options);
  const bytes = Buffer.from('not what it seems');

  const makers: Record<UnusualKind, (key: string) => Promise<unknown>> = {
    async symlink(key) {
      await client.put(`${key}-target`, bytes);
      await putSymlink(client, key, `${key}-target`);
    },
    dangling: (key) => putSymlink(client, key, `${key}-nowhere`),
    appendable: (key) => client.append(key, bytes),
    archived: (key) => putArchived(client, key, bytes),
    multipart: (key) => putMultipart(client, key, bytes),
  };

  const rules = async (): Promise<(OSS.LifecycleRule & { prefix: string })[]> =>
    (await client.getBucketLifecycle(settings.bucket)).rules;

  return {
    async unusual(kind, key) {
      await makers[kind](key);
    },
    plain: (key, content) => putLiteral(client, key, content),
    async encoded(key, content, encoding) {
      await client.put(key, Buffer.from(content), { headers: { 'Content-Encoding': encoding } });
    },
    async foreignLifecycleRule(id) {
      const foreign = {
        id,
        // The library pastes text into its XML unescaped.
        prefix: 'foreign/a&amp;b/',
        status: 'Enabled',
        // Date that the client's type does not allow.
        expiration: { createdBeforeDate: '2020-01-01T00:00:00.000Z' },
        abortMultipartUpload: { days: 3 },
      };
      const all = [...(await rules()), foreign] as unknown as OSS.LifecycleRule[];
      await client.putBucketLifecycle(settings.bucket, all);
    },
    async readLifecycleRule(id) {
      return (await rules()).find((rule) => rule.id === id);
    },
  };
}
