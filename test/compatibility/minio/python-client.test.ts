import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type MinioHome, startMinioHome } from '../../support/minio-home.ts';
import { furnishHome } from '../python/furnish-home.ts';
import { runClient } from '../python/run-client.ts';

let minio: MinioHome;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agent-home-python-minio-'));
  minio = await startMinioHome();
});
afterAll(async () => {
  await minio.close();
  await rm(folder, { recursive: true, force: true });
});

test('the Python client passes its tests on MinIO', async () => {
  const environment = await furnishHome(minio.home, folder);
  const given = ['-q', '-p', 'no:cacheprovider', 'end_to_end'];
  const said = await runClient(inject('pythonClient'), 'pytest', given, environment);
  expect(said).toMatch(/^\d+ passed in /m);
}, 300_000);
