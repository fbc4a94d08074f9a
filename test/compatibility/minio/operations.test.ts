import { createS3ObjectStore } from '@agent-home/object-store';
import { applyLifecycle, inspectLifecycle, isInPlace } from '@agent-home/platform';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { examine } from '../../../apps/cli/src/home/commands/doctor.ts';
import { type MinioHome, startMinioHome } from '../../support/minio-home.ts';
import { startNginxProxy } from '../../support/nginx-proxy.ts';
import { createS3RawWriter, rootClient } from './s3-raw-writer.ts';

let stack: MinioHome;
let proxy: Awaited<ReturnType<typeof startNginxProxy>>;
beforeAll(async () => {
  stack = await startMinioHome();
  proxy = await startNginxProxy(stack.minio.endpoint);
});
afterAll(async () => {
  await proxy?.stop();
  await stack?.close();
});

/** Returns the finding of each check if agents reach the store at this endpoint. */
async function findings(agentEndpoint: string) {
  const { settings, url, places } = stack.home;
  const { platform } = settings;
  const store = { ...platform.store, endpoint: agentEndpoint };
  const results = await examine(
    {
      settings: { ...settings, platform: { ...platform, store } as typeof platform },
      kind: 'configured',
      apiUrl: url,
      dataDirectory: places.dataDirectory,
    },
    {},
    () => undefined,
  );
  return Object.fromEntries(results.map(({ name, finding }) => [name, finding]));
}

test('the retention table keeps others’ rules on a real MinIO', async () => {
  const { home, minio } = stack;
  const { store, config } = home.open.platform;
  // The worker set it at its start; MinIO itself removes unfinished uploads.
  const first = await inspectLifecycle(store, config);
  expect(isInPlace(first)).toBe(true);
  expect(first.rules.map(({ id }) => id)).toEqual(['agent-home-heartbeats']);
  const raw = createS3RawWriter(minio);
  await raw.foreignLifecycleRule('theirs');
  const theirs = await raw.readLifecycleRule('theirs');
  const shorter = { ...config, retention: { ...config.retention, heartbeatDays: 2 } };
  expect((await applyLifecycle(store, shorter)).changed).toHaveLength(1);
  const document = await rootClient(minio).getBucketLifecycle(minio.bucket);
  expect(isInPlace(await applyLifecycle(store, shorter))).toBe(true);
  expect(await rootClient(minio).getBucketLifecycle(minio.bucket)).toEqual(document);
  expect(await raw.readLifecycleRule('theirs')).toEqual(theirs);
  await applyLifecycle(store, config);
});

test('the doctor finds a MinIO without a proxy', async () => {
  const behind = await findings(proxy.endpoint);
  const skipped = new Set(['role', 'bucket protection', 'mail']);
  for (const [name, { status, seen }] of Object.entries(behind))
    expect(status, `${name}: ${seen}`).toBe(skipped.has(name) ? 'skipped' : 'ok');
  const bare = await findings(stack.minio.endpoint);
  expect(bare.proxy?.status).toBe('failed');
  expect(bare.proxy).toHaveProperty('todo', expect.stringContaining('S3_AGENT_ENDPOINT'));
});

test('the doctor finds a bucket that anybody may read', async () => {
  const { minio } = stack;
  const policy = {
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Principal: { AWS: ['*'] },
        Action: ['s3:GetObject', 's3:PutObject'],
        Resource: [`arn:aws:s3:::${minio.bucket}/*`],
      },
    ],
  };
  await rootClient(minio).setBucketPolicy(minio.bucket, JSON.stringify(policy));
  const open = (await findings(minio.endpoint))['not public'];
  await rootClient(minio).setBucketPolicy(minio.bucket, '');
  expect(open?.status).toBe('failed');
  expect(open?.seen).toContain('PUBLIC: get, put');
  const { endpoint, region, bucket, platform: credentials } = minio;
  const store = createS3ObjectStore({ endpoint, region, bucket, credentials });
  expect((await store.list('doctor/')).objects).toEqual([]);
});
