import { expect, it } from 'vitest';
import { ossClient } from '../testing/clients.ts';
import { sendRaw } from '../testing/raw-request.ts';
import { signedRequest } from '../testing/sign-raw-request.ts';
import { ADMIN, BUCKET, startTestEmulator, temporaryDirectory } from '../testing/start-test-emulator.ts';

const DAY = 24 * 60 * 60 * 1000;

it('removes objects not modified for their rule’s days', async () => {
  const start = Date.parse('2026-05-05T12:00:00Z');
  let now = start;
  const dataDirectory = await temporaryDirectory();
  const emulator = await startTestEmulator({ dataDirectory, clock: () => now });
  const client = ossClient(emulator);
  await expect(client.getBucketLifecycle(BUCKET)).rejects.toMatchObject({
    code: 'NoSuchLifecycle',
    status: 404,
  });
  await client.putBucketLifecycle(BUCKET, [
    { id: 'short', prefix: 'heartbeats/', status: 'Enabled', expiration: { days: '1' } },
    { id: 'off', prefix: 'topics/', status: 'Disabled', expiration: { days: '1' } },
    { id: 'uploads', prefix: '', status: 'Enabled', abortMultipartUpload: { days: '1' } },
  ] as never);
  const { rules } = await client.getBucketLifecycle(BUCKET);
  expect(rules).toMatchObject([
    { id: 'short', prefix: 'heartbeats/', status: 'Enabled', expiration: { days: '1' } },
    { id: 'off', status: 'Disabled' },
    { id: 'uploads', prefix: '' },
  ]);

  for (const key of ['heartbeats/old', 'heartbeats/renewed', 'heartbeat', 'topics/old']) {
    await client.put(key, Buffer.from('x'));
  }
  const { uploadId } = await client.initMultipartUpload('u', {});
  now = start + DAY / 2;
  await client.put('heartbeats/renewed', Buffer.from('y'));
  now = start + DAY - 1000;
  expect(await emulator.applyLifecycle()).toBe(0);
  now = start + DAY;
  expect(await emulator.applyLifecycle()).toBe(2);
  expect((await client.listV2({}, {})).objects.map((object) => object.name)).toEqual([
    'heartbeat',
    'heartbeats/renewed',
    'topics/old',
  ]);
  await expect(client.listParts('u', uploadId, {} as never, {})).rejects.toMatchObject({
    code: 'NoSuchUpload',
  });

  await emulator.close();
  const restarted = await startTestEmulator({ dataDirectory, clock: () => now });
  expect((await ossClient(restarted).getBucketLifecycle(BUCKET)).rules).toHaveLength(3);
  await ossClient(restarted).deleteBucketLifecycle(BUCKET);
  now = start + 5 * DAY;
  expect(await restarted.applyLifecycle()).toBe(0);
});

const rule = (inner: string) =>
  `<LifecycleConfiguration><Rule><ID>r</ID><Prefix>p/</Prefix><Status>Enabled</Status>${inner}</Rule></LifecycleConfiguration>`;

it.each([
  [
    'a transition',
    rule('<Transition><Days>1</Days><StorageClass>IA</StorageClass></Transition>'),
    'NotImplemented',
  ],
  [
    'a tag',
    rule('<Tag><Key>a</Key><Value>b</Value></Tag><Expiration><Days>1</Days></Expiration>'),
    'NotImplemented',
  ],
  ['no action', rule(''), 'MalformedXML'],
  ['zero days', rule('<Expiration><Days>0</Days></Expiration>'), 'MalformedXML'],
  [
    'days and date',
    rule(
      '<Expiration><Days>1</Days><CreatedBeforeDate>2026-01-01T00:00:00.000Z</CreatedBeforeDate></Expiration>',
    ),
    'MalformedXML',
  ],
  ['no rule', '<LifecycleConfiguration/>', 'MalformedXML'],
])('refuses a configuration with %s rather than ignore it', async (_what, body, code) => {
  const emulator = await startTestEmulator();
  const raw = signedRequest({ method: 'PUT', query: { lifecycle: '' }, body }, ADMIN);
  expect((await sendRaw(emulator.ossEndpoint, raw)).code).toBe(code);
});
