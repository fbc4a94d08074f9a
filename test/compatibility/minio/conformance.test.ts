import { runServerKit } from '@agent-home/conformance';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MinioHome, startMinioHome } from '../../support/minio-home.ts';

let minio: MinioHome;
beforeAll(async () => {
  minio = await startMinioHome();
});
afterAll(() => minio?.close());

test('a home on MinIO without a fault passes every requirement', async () => {
  const { url, rootSet, secrets } = minio.home;
  const { results } = await runServerKit({ url, rootSet, adminToken: secrets.adminToken });
  expect(results.filter(({ verdict }) => verdict !== 'passed')).toEqual([]);
}, 120_000);
