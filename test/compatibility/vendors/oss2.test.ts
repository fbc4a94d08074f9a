import { expect, test } from 'vitest';
import { runClient } from './run-client.ts';
import { startStore } from './start-store.ts';

const refused = (code: string) => ({ refused: code });

test('oss2 does all that a bucket owner does', async () => {
  for (const signature of ['v1', 'v4']) {
    const { owner } = await startStore();
    const { host } = new URL(owner.endpoint);
    expect(await runClient('oss2_owner', owner, { signature }), signature).toEqual({
      'put and get': ['hello', 'blue', true],
      range: 'el',
      append: [7, 'one two'],
      multipart: [[1, 2], ['parts'], true],
      'part copy': true,
      stream: 'piece by piece',
      copy: 'hello',
      head: [409_600, 'Multipart', true, false],
      symlink: ['copied', 'hello'],
      tags: { k: 'v' },
      acl: 'default',
      listings: [
        ['parts', 'parts copied'],
        ['a b/', 'copied', 'link', 'log', 'parts', 'parts copied', 'stream'],
      ],
      'signed url': 'hello',
      delete: [['parts copied', 'stream'], false],
      info: {
        endpoints: [host, host],
        location: 'oss-cn-local',
        class: 'Standard',
        acl: 'private',
        encryption: null,
        created: true,
        owner: '1000000000000001',
        objects: 4,
        uploads: 0,
        buckets: ['vendors'],
      },
      missing: refused('NoSuchKey'),
      encrypted: refused('NotImplemented'),
      versioning: null,
      logging: '',
      referer: true,
      tagging: {},
      payment: 'BucketOwner',
      cors: refused('NoSuchCORSConfiguration'),
      website: refused('NoSuchWebsiteConfiguration'),
      policy: refused('NoSuchBucketPolicy'),
      encryption: refused('NoSuchServerSideEncryptionRule'),
      lifecycle: refused('NoSuchLifecycle'),
      worm: refused('NoSuchWORMConfiguration'),
      replication: refused('NoSuchReplicationConfiguration'),
      acceleration: refused('NoSuchTransferAccelerationConfiguration'),
    });
  }
});
