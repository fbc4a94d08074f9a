import { Agent } from 'node:http';
import type { LookupFunction } from 'node:net';
import { expect, it } from 'vitest';
import { ossClient } from '../testing/clients.ts';
import { sendRaw } from '../testing/raw-request.ts';
import { signedRequest } from '../testing/sign-raw-request.ts';
import { ADMIN, BUCKET, startTestEmulator } from '../testing/start-test-emulator.ts';

const MINUTE = 60_000;

/** Some machines do not resolve names below localhost. */
const lookup: LookupFunction = (_name, options, callback) =>
  options.all === true
    ? callback(null, [{ address: '127.0.0.1', family: 4 }])
    : callback(null, '127.0.0.1', 4);

it('accepts ali-oss with V1 and V4 in both styles', async () => {
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
