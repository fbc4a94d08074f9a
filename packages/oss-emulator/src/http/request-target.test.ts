import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { ossClient } from '../testing/clients.ts';
import { sendRaw } from '../testing/raw-request.ts';
import { signedRequest } from '../testing/sign-raw-request.ts';
import { ADMIN, BUCKET, startTestEmulator } from '../testing/start-test-emulator.ts';
import { parseRequestTarget } from './request-target.ts';

it('takes keys literally, and keeps them off the file system', async () => {
  const emulator = await startTestEmulator();
  const keys = [
    'a/../../../../etc/passwd',
    '../outside',
    './here',
    'a//b',
    'a/b/',
    'con\\..\\x',
    'snow ☃ 中文',
    '\u{1F600}',
    'quote\'&<>"*?()!',
    'a+b',
    'a%2Fb',
    'nul\u0000byte',
    'x'.repeat(1023),
  ];
  for (const [index, key] of keys.entries()) {
    const raw = signedRequest({ method: 'PUT', key, body: `content ${index}` }, ADMIN);
    expect((await sendRaw(emulator.ossEndpoint, raw)).status, key).toBe(200);
  }
  for (const [index, key] of keys.entries()) {
    const got = await sendRaw(emulator.ossEndpoint, signedRequest({ method: 'GET', key }, ADMIN));
    expect(got.body, key).toBe(`content ${index}`);
  }
  const listed = await ossClient(emulator).listV2(
    { 'encoding-type': 'url', 'max-keys': '1000' } as never,
    {},
  );
  expect(listed.objects.map((object) => decodeURIComponent(object.name)).sort()).toEqual([...keys].sort());
  for (const path of await readdir(emulator.dataDirectory, { recursive: true })) {
    expect(path).toMatch(
      /^(token-key|buckets(\/[a-z0-9-]+(\/(objects(\/[0-9a-f]{2}(\/[0-9a-f]{64})?)?|temporary|uploads|bucket\.json))?)?)$/,
    );
  }
});

it('refuses keys and names that OSS refuses', async () => {
  const emulator = await startTestEmulator();
  for (const [key, code] of [
    ['/leading', 'InvalidObjectName'],
    ['\\leading', 'InvalidObjectName'],
    ['x'.repeat(1024), 'InvalidObjectName'],
    ['☃'.repeat(342), 'InvalidObjectName'],
  ]) {
    const answer = await sendRaw(
      emulator.ossEndpoint,
      signedRequest({ method: 'PUT', key: key ?? '' }, ADMIN),
    );
    expect(answer).toMatchObject({ status: 400, code });
  }
  for (const [target, code] of [
    [`/${BUCKET}/%`, 'InvalidURI'],
    [`/${BUCKET}/%FF`, 'InvalidURI'],
    [`/${BUCKET}/%C0%AF`, 'InvalidURI'],
    ['/Bad_Bucket/k', 'InvalidBucketName'],
    [`/${BUCKET}%2Fk`, 'InvalidBucketName'],
    [`/${BUCKET}/k?a=1&a=2`, 'InvalidArgument'],
  ]) {
    expect(
      await sendRaw(emulator.ossEndpoint, { method: 'GET', target: target ?? '' }),
      target,
    ).toMatchObject({
      status: 400,
      code,
    });
  }
  const other = ossClient(emulator, ADMIN, { bucket: 'another-bucket' });
  await expect(other.get('k')).rejects.toMatchObject({ code: 'NoSuchBucket', status: 404 });
});

it.each([
  ['/bucket-1/a/b?x=1', 'localhost:80', 'bucket-1', 'a/b'],
  ['/a/b', 'bucket-1.localhost:80', 'bucket-1', 'a/b'],
  ['/a/b', 'bucket-1.localhost', 'bucket-1', 'a/b'],
  ['http://localhost/bucket-1/k', 'localhost', 'bucket-1', 'k'],
  ['/bucket-1/', 'localhost', 'bucket-1', undefined],
  ['/bucket-1', '127.0.0.1:80', 'bucket-1', undefined],
  ['/', 'bucket-1.localhost', 'bucket-1', undefined],
  ['/?x', 'localhost', undefined, undefined],
  ['/bucket-1/a%2Fb%20c+d', 'localhost', 'bucket-1', 'a/b c+d'],
])('reads %s at %s', (url, host, bucket, key) => {
  expect(parseRequestTarget(url, host)).toMatchObject({ bucket, key });
});
