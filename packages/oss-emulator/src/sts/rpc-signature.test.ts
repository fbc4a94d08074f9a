import { expect, it } from 'vitest';
import { assumeRoleByClient, ossClient } from '../testing/clients.ts';
import { type RawAnswer, sendRaw } from '../testing/raw-request.ts';
import { type Emulator, inQuery, rpcParameters } from '../testing/rpc-signature-support.ts';
import { AGENT_ROLE, ISSUER, startTestEmulator } from '../testing/start-test-emulator.ts';

const inForm = ({ stsEndpoint }: Emulator, parameters: URLSearchParams): Promise<RawAnswer> =>
  sendRaw(`http://${stsEndpoint}`, {
    method: 'POST',
    target: '/',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: parameters.toString(),
  });
const assume = { Action: 'AssumeRole', RoleArn: AGENT_ROLE, RoleSessionName: 'rpc' };

it('issues credentials for signatures of version 1.0', async () => {
  const emulator = await startTestEmulator();
  const given = assume;
  await ossClient(emulator).put('a', Buffer.from('x'));
  const answers = [
    await inQuery(emulator, rpcParameters('GET', ISSUER, given)),
    await inQuery(emulator, rpcParameters('POST', ISSUER, given), 'POST'),
    await inForm(emulator, rpcParameters('POST', ISSUER, given)),
  ];
  for (const answer of answers) {
    expect(answer.status, answer.body).toBe(200);
    const { Credentials: issued } = JSON.parse(answer.body);
    const client = ossClient(emulator, {
      accessKeyId: issued.AccessKeyId,
      accessKeySecret: issued.AccessKeySecret,
      securityToken: issued.SecurityToken,
    });
    expect((await client.get('a')).content.toString()).toBe('x');
  }
  const xml = await inQuery(emulator, rpcParameters('GET', ISSUER, { ...given, Format: 'XML' }));
  expect(xml.body).toMatch(/<AssumeRoleResponse>.*<AccessKeyId>STS\./s);
  expect(xml.headers['content-type']).toContain('xml');
});

it('refuses a wrong, old or reused signature of version 1.0', async () => {
  const emulator = await startTestEmulator();
  const given = assume;
  const wrong = { ...ISSUER, accessKeySecret: 'wrong' };
  const getCode = async (parameters: URLSearchParams) => (await inQuery(emulator, parameters)).code;
  const mismatched = await inQuery(emulator, rpcParameters('GET', wrong, given));
  expect(mismatched.code).toBe('SignatureDoesNotMatch');
  expect(JSON.parse(mismatched.body).Message).toContain('server string to sign is:GET&%2F&AccessKeyId%3D');
  const { credentials } = await assumeRoleByClient(emulator);
  const asSession = rpcParameters('GET', { ...credentials, accessKeySecret: 'wrong' }, given);
  const unshown = await inQuery(emulator, asSession);
  expect(unshown.body).toContain('SecurityToken%3D***');
  expect(await getCode(rpcParameters('POST', ISSUER, given))).toBe('SignatureDoesNotMatch');
  expect(await getCode(rpcParameters('GET', { ...ISSUER, accessKeyId: 'nobody' }, given))).toBe(
    'InvalidAccessKeyId.NotFound',
  );
  const altered = rpcParameters('GET', ISSUER, given);
  altered.set('RoleSessionName', 'other');
  expect(await getCode(altered)).toBe('SignatureDoesNotMatch');
  const Timestamp = new Date(Date.now() - 16 * 60_000).toISOString().replace(/\.\d+/, '');
  expect(await getCode(rpcParameters('GET', ISSUER, { ...given, Timestamp }))).toBe(
    'InvalidTimeStamp.Expired',
  );
  const once = rpcParameters('GET', ISSUER, given);
  expect((await inQuery(emulator, once)).status).toBe(200);
  expect(await getCode(once)).toBe('SignatureNonceUsed');
  for (const [name, value] of [
    ['SignatureMethod', 'HMAC-MD5'],
    ['SignatureVersion', '2.0'],
    ['SignatureNonce', ''],
  ] as const)
    expect(await getCode(rpcParameters('GET', ISSUER, { ...given, [name]: value })), name).toBe(
      'IncompleteSignature',
    );
  expect(await getCode(rpcParameters('GET', ISSUER, { ...given, Version: '2014-01-01' }))).toBe(
    'InvalidAction.NotFound',
  );
  // A parameter of the form must not occur differently in the query.
  const form = rpcParameters('POST', ISSUER, given);
  const both = await sendRaw(`http://${emulator.stsEndpoint}`, {
    method: 'POST',
    target: '/?RoleSessionName=other',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
  });
  expect(both.code).toBe('SignatureDoesNotMatch');
  expect(JSON.stringify(emulator.logged)).not.toContain('Signature=');
});
