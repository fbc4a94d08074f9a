import { expect, it } from 'vitest';
import { assumeRoleByClient, ossClient } from '../testing/clients.ts';
import { sendRaw } from '../testing/raw-request.ts';
import { ADMIN, startTestEmulator, type TestEmulator } from '../testing/start-test-emulator.ts';

type Credentials = Parameters<typeof ossClient>[1];

const presigners = {
  V4: (
    emulator: TestEmulator,
    method: 'GET' | 'PUT',
    key: string,
    seconds: number,
    credentials: Credentials = ADMIN,
  ) => ossClient(emulator, credentials).signatureUrlV4(method, seconds, { headers: {} }, key, []),
  V1: async (
    emulator: TestEmulator,
    method: 'GET' | 'PUT',
    key: string,
    seconds: number,
    credentials: Credentials = ADMIN,
  ) =>
    ossClient(emulator, credentials, { authorizationV4: false } as never).signatureUrl(key, {
      method,
      expires: seconds,
    }),
};

const send = (emulator: TestEmulator, method: string, url: string, body?: string, headers = {}) => {
  const { pathname, search } = new URL(url);
  return sendRaw(emulator.ossEndpoint, {
    method,
    target: pathname + search,
    headers,
    ...(body === undefined ? {} : { body }),
  });
};

for (const [version, presign] of Object.entries(presigners)) {
  it(`${version}: lets its holder put and get one key until it expires`, async () => {
    let offset = 0;
    const emulator = await startTestEmulator({ clock: () => Date.now() + offset });
    const put = await presign(emulator, 'PUT', 'turn/1.json', 60);
    const get = await presign(emulator, 'GET', 'turn/1.json', 60);
    expect((await send(emulator, 'PUT', put, 'hello')).status).toBe(200);
    expect(await send(emulator, 'GET', get)).toMatchObject({ status: 200, body: 'hello' });

    expect(await send(emulator, 'GET', put)).toMatchObject({ status: 403, code: 'SignatureDoesNotMatch' });
    expect(await send(emulator, 'PUT', get, 'x')).toMatchObject({
      status: 403,
      code: 'SignatureDoesNotMatch',
    });
    const elsewhere = put.replace('1.json', '2.json');
    expect(await send(emulator, 'PUT', elsewhere, 'x')).toMatchObject({ code: 'SignatureDoesNotMatch' });
    const withHeader = await send(emulator, 'PUT', put, 'x', { 'x-oss-object-acl': 'public-read' });
    expect(withHeader.code).toBe('SignatureDoesNotMatch');

    offset = 61_000;
    expect(await send(emulator, 'PUT', put, 'late')).toMatchObject({ status: 403, code: 'AccessDenied' });
    expect(await send(emulator, 'GET', get)).toMatchObject({ status: 403, code: 'AccessDenied' });
  });

  it(`${version}: cannot be made to last longer`, async () => {
    let offset = 0;
    const emulator = await startTestEmulator({ clock: () => Date.now() + offset });
    const url = new URL(await presign(emulator, 'PUT', 'k', 60));
    offset = 61_000;
    const name = version === 'V4' ? 'x-oss-expires' : 'Expires';
    url.searchParams.set(name, String(Number(url.searchParams.get(name)) + 3600));
    expect(await send(emulator, 'PUT', url.href, 'x')).toMatchObject({ code: 'SignatureDoesNotMatch' });
  });

  it(`${version}: carries a security token, and needs it`, async () => {
    const emulator = await startTestEmulator();
    const { credentials } = await assumeRoleByClient(emulator);
    const url = new URL(await presign(emulator, 'PUT', 'k', 60, credentials));
    expect((await send(emulator, 'PUT', url.href, 'x')).status).toBe(200);
    url.searchParams.delete(version === 'V4' ? 'x-oss-security-token' : 'security-token');
    expect(await send(emulator, 'PUT', url.href, 'x')).toMatchObject({ code: 'InvalidAccessKeyId' });
  });
}
