import { createHash, createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { assumeRoleByClient, ossClient } from '../testing/clients.ts';
import { type RawAnswer, sendRaw } from '../testing/raw-request.ts';
import { signedRequest } from '../testing/sign-raw-request.ts';
import { ADMIN, BUCKET, startTestEmulator } from '../testing/start-test-emulator.ts';

const element = ({ body }: RawAnswer, name: string) =>
  new RegExp(`<${name}>([^<]*)</${name}>`)
    .exec(body)?.[1]
    ?.replaceAll('&#xA;', '\n')
    .replaceAll('&amp;', '&');

it('shows the string to sign after a wrong V4 signature', async () => {
  const emulator = await startTestEmulator();
  const wrong = { ...ADMIN, accessKeySecret: 'not the secret' };
  const raw = signedRequest(
    { method: 'PUT', key: 'a b/中', query: { tagging: '' }, headers: { 'x-oss-meta-a': 'v' } },
    wrong,
  );
  const answer = await sendRaw(emulator.ossEndpoint, raw);
  expect(answer).toMatchObject({ status: 403, code: 'SignatureDoesNotMatch' });
  expect(element(answer, 'OSSAccessKeyId')).toBe(ADMIN.accessKeyId);
  expect(element(answer, 'SignatureProvided')).toBe(
    /Signature=(\w+)/.exec(raw.headers?.authorization ?? '')?.[1],
  );
  const canonical = element(answer, 'CanonicalRequest') ?? '';
  expect(canonical).toContain(`PUT\n/${BUCKET}/a%20b/%E4%B8%AD\ntagging\n`);
  const toSign = element(answer, 'StringToSign') ?? '';
  expect(toSign.split('\n')[0]).toBe('OSS4-HMAC-SHA256');
  expect(toSign.split('\n')[3]).toBe(createHash('sha256').update(canonical).digest('hex'));
  const bytes = (element(answer, 'StringToSignBytes') ?? '').trim().split(' ');
  expect(Buffer.from(bytes.join(''), 'hex').toString()).toBe(toSign);
  // Signs the string from the explanation with the correct secret, which makes the request valid.
  const date = toSign.split('\n')[1]?.slice(0, 8) ?? '';
  const key = [date, 'cn-local', 'oss', 'aliyun_v4_request'].reduce<string | Buffer>(
    (parent, part) => createHmac('sha256', parent).update(part).digest(),
    `aliyun_v4${ADMIN.accessKeySecret}`,
  );
  const right = createHmac('sha256', key).update(toSign).digest('hex');
  const authorization = (raw.headers?.authorization ?? '').replace(/Signature=\w+/, `Signature=${right}`);
  const again = await sendRaw(emulator.ossEndpoint, { ...raw, headers: { ...raw.headers, authorization } });
  expect(again.code).not.toBe('SignatureDoesNotMatch');
});

it('shows the string to sign after a wrong V1 signature', async () => {
  const emulator = await startTestEmulator();
  const date = new Date().toUTCString();
  const target = `/${BUCKET}/k?acl`;
  const send = (signature: string) =>
    sendRaw(emulator.ossEndpoint, {
      method: 'GET',
      target,
      headers: { date, authorization: `OSS ${ADMIN.accessKeyId}:${signature}` },
    });
  const answer = await send('d3Jvbmc=');
  const toSign = element(answer, 'StringToSign') ?? '';
  expect(toSign).toBe(`GET\n\n\n${date}\n/${BUCKET}/k?acl`);
  expect(element(answer, 'SignatureProvided')).toBe('d3Jvbmc=');
  expect(answer.body).not.toContain('CanonicalRequest');
  const right = createHmac('sha1', ADMIN.accessKeySecret).update(toSign).digest('base64');
  expect(await send(right)).toMatchObject({ code: 'NoSuchKey' });
});

it('shows no secret and no token after a wrong signature', async () => {
  const emulator = await startTestEmulator();
  const { credentials } = await assumeRoleByClient(emulator);
  const wrong = { ...credentials, accessKeySecret: 'not the secret' };
  const answers = [await sendRaw(emulator.ossEndpoint, signedRequest({ method: 'GET', key: 'k' }, wrong))];
  for (const authorizationV4 of [true, false]) {
    const url = new URL(
      ossClient(emulator, wrong, { authorizationV4 } as never).signatureUrl('k', { expires: 600 }),
    );
    answers.push(
      await sendRaw(emulator.ossEndpoint, { method: 'GET', target: `${url.pathname}${url.search}` }),
    );
  }
  const tokenBytes = Buffer.from(credentials.securityToken).toString('hex').toUpperCase();
  for (const answer of answers) {
    expect(answer.code).toBe('SignatureDoesNotMatch');
    expect(element(answer, 'StringToSign')).toBeDefined();
    expect(answer.body).not.toContain(credentials.accessKeySecret);
    expect(answer.body).not.toContain(credentials.securityToken);
    expect(answer.body).not.toContain(encodeURIComponent(credentials.securityToken));
    expect(answer.body.replaceAll(' ', '')).not.toContain(tokenBytes);
  }
});
