import { expect, it } from 'vitest';
import { ossClient } from '../testing/clients.ts';
import { sendRaw } from '../testing/raw-request.ts';
import { signedRequest } from '../testing/sign-raw-request.ts';
import { ADMIN, startTestEmulator } from '../testing/start-test-emulator.ts';

type Request = Parameters<typeof signedRequest>[0];

/** Each of these headers changes the behaviour of OSS; if they were accepted and ignored, a test would pass here and fail there. */
const UNHEEDED = [
  ['x-oss-server-side-encryption', 'AES256'],
  ['x-oss-server-side-encryption', 'KMS'],
  ['x-oss-server-side-encryption-key-id', 'k'],
  ['x-oss-server-side-data-encryption', 'SM4'],
  ['x-oss-callback', 'e30='],
  ['x-oss-callback-var', 'e30='],
  ['x-oss-process', 'image/resize,w_10'],
  ['x-oss-async-process', 'video/convert'],
  ['x-oss-object-worm-mode', 'COMPLIANCE'],
  ['x-oss-copy-source-version-id', 'v'],
  ['x-oss-bypass-governance-retention', 'true'],
  ['x-oss-something-new', 'on'],
] as const;

it('refuses each unsupported header by its name', async () => {
  const { ossEndpoint } = await startTestEmulator();
  const ask = (request: Request) => sendRaw(ossEndpoint, signedRequest(request, ADMIN));
  for (const [name, value] of UNHEEDED) {
    const requests: Request[] = [
      { method: 'PUT', key: 'k', body: 'x' },
      { method: 'POST', key: 'k', query: { uploads: '' } },
      { method: 'POST', key: 'k', query: { append: '', position: '0' }, body: 'x' },
      { method: 'PUT', key: 'k', query: { symlink: '' }, headers: { 'x-oss-symlink-target': 'a' } },
    ];
    for (const request of requests) {
      const answer = await ask({ ...request, headers: { ...request.headers, [name]: value } });
      expect(answer, name).toMatchObject({ status: 400, code: 'NotImplemented' });
      expect(answer.body).toContain(name);
    }
  }
  expect((await ask({ method: 'HEAD', key: 'k' })).code).toBe('NoSuchKey');
  for (const name of ['callback', 'callback-var', 'x-oss-process']) {
    const answer = await ask({ method: 'PUT', key: 'k', query: { [name]: 'e30=' }, body: 'x' });
    expect(answer.code, name).toBe('NotImplemented');
  }
});

it('heeds the headers that it takes', async () => {
  const emulator = await startTestEmulator();
  const ask = (request: Request) => sendRaw(emulator.ossEndpoint, signedRequest(request, ADMIN));
  const put = (headers: Record<string, string>) => ask({ method: 'PUT', key: 'k', body: 'x', headers });
  expect(
    await put({
      'x-oss-object-acl': 'private',
      'x-oss-storage-class': 'IA',
      'x-oss-tagging': 'a=b',
      'x-oss-traffic-limit': '819200',
      'x-oss-request-payer': 'requester',
    }),
  ).toMatchObject({ status: 200 });
  expect((await ask({ method: 'GET', key: 'k', query: { acl: '' } })).body).toContain('<Grant>private<');
  expect((await ask({ method: 'HEAD', key: 'k' })).headers).toMatchObject({
    'x-oss-storage-class': 'IA',
    'x-oss-tagging-count': '1',
  });
  expect(await put({ 'x-oss-forbid-overwrite': 'true' })).toMatchObject({ code: 'FileAlreadyExists' });
  expect(await put({ 'x-oss-object-acl': 'public-read' })).toMatchObject({ code: 'AccessDenied' });
  for (const [name, value] of [
    ['x-oss-storage-class', 'Cheap'],
    ['x-oss-forbid-overwrite', 'perhaps'],
    ['x-oss-traffic-limit', 'fast'],
    ['x-oss-traffic-limit', '100'],
    ['x-oss-metadata-directive', 'KEEP'],
    ['x-oss-tagging-directive', 'KEEP'],
  ] as const)
    expect(await put({ [name]: value }), `${name}: ${value}`).toMatchObject({ code: 'InvalidArgument' });
  await ossClient(emulator).get('k');
});
