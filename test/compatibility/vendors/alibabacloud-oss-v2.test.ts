import { expect, test } from 'vitest';
import { runClient } from './run-client.ts';
import { startStore } from './start-store.ts';

const refused = (code: string) => ({ refused: code });

test('alibabacloud-oss-v2 does all that a bucket owner does', async () => {
  for (const signature of ['v1', 'v4']) {
    const { owner } = await startStore();
    const { host } = new URL(owner.endpoint);
    expect(await runClient('v2_owner', owner, { signature }), signature).toEqual({
      'put and get': ['hello', 'blue', true],
      range: 'el',
      append: [7, 'one two'],
      'up and down': true,
      copy: ['hello', true],
      symlink: ['copied', 'hello'],
      listings: [['parts'], ['a b/中文.txt', 'copied', 'link', 'log', 'parts']],
      presigned: 'hello',
      delete: [['link', 'log'], false],
      info: {
        endpoints: [host, host],
        location: 'oss-cn-local',
        acl: 'private',
        created: true,
        objects: 2,
        buckets: ['vendors'],
      },
      missing: refused('NoSuchKey'),
      encrypted: refused('NotImplemented'),
      callback: refused('NotImplemented'),
      versioning: null,
      payment: 'BucketOwner',
      monitor: 'Disabled',
      archive: false,
      public: false,
      cors: refused('NoSuchCORSConfiguration'),
      website: refused('NoSuchWebsiteConfiguration'),
      policy: refused('NoSuchBucketPolicy'),
      encryption: refused('NoSuchServerSideEncryptionRule'),
      https: refused('NoSuchHttpsConfig'),
      inventories: refused('NoSuchInventory'),
      worm: refused('NoSuchWORMConfiguration'),
    });
  }
});
