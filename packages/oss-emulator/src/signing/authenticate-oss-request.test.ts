import { Agent } from 'node:http';
import type { LookupFunction } from 'node:net';
import { expect, it } from 'vitest';
import { ossClient } from '../testing/clients.ts';
import { type RawRequest, sendRaw, signedRequest } from '../testing/raw-request.ts';
import { ADMIN, BUCKET, startTestEmulator } from '../testing/start-test-emulator.ts';

const MINUTE = 60_000;

/** Every way to change one character of a text into a neighbouring one. */
function* alterations(text: string): Generator<string> {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const other =
      /[0-9a-y]/i.test(text[index] ?? '') && code !== 57 && code !== 90 ? code + 1 : code === 57 ? 48 : 97;
    if (other !== code) yield text.slice(0, index) + String.fromCharCode(other) + text.slice(index + 1);
  }
}

/** Not every machine resolves names below localhost. */
const lookup: LookupFunction = (_name, options, callback) =>
  options.all === true
    ? callback(null, [{ address: '127.0.0.1', family: 4 }])
    : callback(null, '127.0.0.1', 4);

it('accepts ali-oss with V1 and V4, path style and virtual host style', async () => {
  const emulator = await startTestEmulator();
  for (const authorizationV4 of [true, false]) {
    for (const sldEnable of [true, false]) {
      const client = ossClient(emulator, ADMIN, {
        authorizationV4,
        sldEnable,
        agent: new Agent({ lookup }),
      } as never);
      const key = `signed/${authorizationV4}/${sldEnable}/snow ☃ & plus+.txt`;
      await client.put(key, Buffer.from('hello'), { meta: { colour: 'blue' } as never });
      expect((await client.get(key)).content.toString()).toBe('hello');
      const listed = await client.listV2({ prefix: `signed/${authorizationV4}/${sldEnable}/` }, {});
      expect(listed.objects.map((object) => object.name)).toEqual([key]);
    }
  }
});

it('refuses a V4 request with any one byte altered', async () => {
  const emulator = await startTestEmulator();
  const good = signedRequest(
    {
      method: 'PUT',
      key: 'a/key.txt',
      headers: {
        'content-type': 'text/plain',
        'x-oss-meta-colour': 'blue',
        'x-oss-forbid-overwrite': 'true',
      },
      body: 'bytes',
    },
    ADMIN,
  );
  const altered: RawRequest[] = [
    { ...good, method: 'POST' },
    { ...good, method: 'DELETE' },
  ];
  const key = good.target.slice(BUCKET.length + 2);
  for (const other of alterations(key)) altered.push({ ...good, target: `/${BUCKET}/${other}` });
  altered.push({ ...good, target: `${good.target}?acl` }, { ...good, target: `${good.target}?tagging` });
  for (const [name, value] of Object.entries(good.headers ?? {})) {
    for (const other of alterations(value))
      altered.push({ ...good, headers: { ...good.headers, [name]: other } });
    const { [name]: _removed, ...rest } = good.headers ?? {};
    altered.push({ ...good, headers: rest });
  }
  altered.push({ ...good, headers: { ...good.headers, 'x-oss-object-acl': 'private' } });
  altered.push({ ...good, headers: { ...good.headers, 'content-md5': 'XrY7u+Ae7tCTyyK7j1rNww==' } });

  expect(altered.length).toBeGreaterThan(200);
  for (const request of altered) {
    const answer = await sendRaw(emulator.ossEndpoint, request);
    expect([400, 403], JSON.stringify(request)).toContain(answer.status);
  }
  expect((await sendRaw(emulator.ossEndpoint, good)).status).toBe(200);
});

it('refuses a V1 request with any signed byte altered', async () => {
  const emulator = await startTestEmulator();
  await ossClient(emulator).put('v1.txt', Buffer.from('x'));
  const url = new URL(
    ossClient(emulator, ADMIN, { authorizationV4: false } as never).signatureUrl('v1.txt', {
      expires: 600,
      response: { 'content-type': 'text/html' },
    }),
  );
  const target = `${url.pathname}${url.search}`;
  expect((await sendRaw(emulator.ossEndpoint, { method: 'GET', target })).status).toBe(200);
  for (const name of ['OSSAccessKeyId', 'Expires', 'Signature', 'response-content-type']) {
    for (const other of alterations(url.searchParams.get(name) ?? '')) {
      const changed = new URL(url);
      changed.searchParams.set(name, other);
      const answer = await sendRaw(emulator.ossEndpoint, {
        method: 'GET',
        target: `${changed.pathname}${changed.search}`,
      });
      expect(answer.status, `${name}=${other}`).toBe(403);
    }
  }
  const asPut = await sendRaw(emulator.ossEndpoint, { method: 'PUT', target, body: 'y' });
  expect(asPut.code).toBe('SignatureDoesNotMatch');
});

it('answers each fault with the code of the vendor', async () => {
  const emulator = await startTestEmulator();
  const get = (options: Partial<Parameters<typeof signedRequest>[1]>, headers = {}) =>
    sendRaw(
      emulator.ossEndpoint,
      signedRequest({ method: 'GET', key: 'k', headers }, { ...ADMIN, ...options }),
    );

  expect(await get({ accessKeySecret: 'other' })).toMatchObject({
    status: 403,
    code: 'SignatureDoesNotMatch',
  });
  expect(await get({ accessKeyId: 'nobody' })).toMatchObject({ status: 403, code: 'InvalidAccessKeyId' });
  expect(await get({ accessKeyId: 'STS.nobody' })).toMatchObject({ status: 403, code: 'InvalidAccessKeyId' });
  expect(await get({ time: Date.now() - 16 * MINUTE })).toMatchObject({ code: 'RequestTimeTooSkewed' });
  expect(await get({ time: Date.now() + 16 * MINUTE })).toMatchObject({ code: 'RequestTimeTooSkewed' });
  expect(await get({ time: Date.now() - 13 * MINUTE })).toMatchObject({ code: 'NoSuchKey' });
  expect(await get({ region: 'cn-hangzhou' })).toMatchObject({ status: 400, code: 'InvalidArgument' });
  expect(await get({ product: 'oss-cloudbox' })).toMatchObject({ status: 400, code: 'InvalidArgument' });
  expect(await get({ securityToken: 'x' })).toMatchObject({ status: 400, code: 'SecurityTokenNotSupported' });

  const anonymous = await sendRaw(emulator.ossEndpoint, { method: 'GET', target: `/${BUCKET}/k` });
  expect(anonymous).toMatchObject({ status: 403, code: 'AccessDenied' });
  const garbage = await sendRaw(emulator.ossEndpoint, {
    method: 'GET',
    target: `/${BUCKET}/k`,
    headers: { authorization: 'Bearer token' },
  });
  expect(garbage).toMatchObject({ status: 400, code: 'InvalidArgument' });
  const head = await sendRaw(emulator.ossEndpoint, { method: 'HEAD', target: `/${BUCKET}/k` });
  expect(head).toMatchObject({ status: 403, code: 'AccessDenied', body: '' });
});

it('refuses a request that is signed in two ways', async () => {
  const emulator = await startTestEmulator();
  const signed = signedRequest(
    { method: 'GET', key: 'k', query: { Signature: 'x', OSSAccessKeyId: 'y' } },
    ADMIN,
  );
  expect(await sendRaw(emulator.ossEndpoint, signed)).toMatchObject({ status: 400, code: 'InvalidArgument' });
});

it('answers an error to ali-oss with code, request id and EC', async () => {
  const emulator = await startTestEmulator();
  const stranger = ossClient(emulator, { ...ADMIN, accessKeySecret: 'wrong' });
  const failure = await stranger.get('k').catch((error: unknown) => error);
  expect(failure).toMatchObject({
    code: 'SignatureDoesNotMatch',
    status: 403,
    ecCode: '0002-00000201',
    requestId: expect.stringMatching(/^[0-9A-F]{24}$/),
  });
  await expect(stranger.head('k')).rejects.toMatchObject({ code: 'SignatureDoesNotMatch', status: 403 });
});
