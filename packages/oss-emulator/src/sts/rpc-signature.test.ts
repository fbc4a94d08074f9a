import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { assumeRoleByClient, ossClient } from '../testing/clients.ts';
import { type RawAnswer, sendRaw } from '../testing/raw-request.ts';
import { ADMIN, AGENT_ROLE, ISSUER, startTestEmulator } from '../testing/start-test-emulator.ts';

interface Keys {
  accessKeyId: string;
  accessKeySecret: string;
  securityToken?: string;
}
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** Version 1.0 by hand, from the vendor's description. */
function rpcParameters(method: string, keys: Keys, given: Record<string, string>): URLSearchParams {
  const parameters: Record<string, string> = {
    Format: 'JSON',
    Version: '2015-04-01',
    AccessKeyId: keys.accessKeyId,
    SignatureMethod: 'HMAC-SHA1',
    SignatureVersion: '1.0',
    SignatureNonce: String(Math.random()),
    Timestamp: new Date().toISOString().replace(/\.\d+/, ''),
    ...(keys.securityToken === undefined ? {} : { SecurityToken: keys.securityToken }),
    ...given,
  };
  const canonical = Object.keys(parameters)
    .sort()
    .map((name) => `${encode(name)}=${encode(parameters[name] ?? '')}`)
    .join('&');
  const toSign = `${method}&%2F&${encode(canonical)}`;
  const Signature = createHmac('sha1', `${keys.accessKeySecret}&`).update(toSign).digest('base64');
  return new URLSearchParams({ ...parameters, Signature });
}

type Emulator = Awaited<ReturnType<typeof startTestEmulator>>;
const inQuery = ({ stsEndpoint }: Emulator, parameters: URLSearchParams, method = 'GET') =>
  sendRaw(`http://${stsEndpoint}`, { method, target: `/?${parameters}` });
const inForm = ({ stsEndpoint }: Emulator, parameters: URLSearchParams): Promise<RawAnswer> =>
  sendRaw(`http://${stsEndpoint}`, {
    method: 'POST',
    target: '/',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: parameters.toString(),
  });
const assume = { Action: 'AssumeRole', RoleArn: AGENT_ROLE, RoleSessionName: 'rpc' };

it('issues credentials for signatures of version 1.0, in the query and in a form', async () => {
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

it('refuses a signature of version 1.0 that is wrong, old, used, or covers something else', async () => {
  const emulator = await startTestEmulator();
  const given = assume;
  const wrong = { ...ISSUER, accessKeySecret: 'wrong' };
  const codeOf = async (parameters: URLSearchParams) => (await inQuery(emulator, parameters)).code;
  const mismatched = await inQuery(emulator, rpcParameters('GET', wrong, given));
  expect(mismatched.code).toBe('SignatureDoesNotMatch');
  expect(JSON.parse(mismatched.body).Message).toContain('server string to sign is:GET&%2F&AccessKeyId%3D');
  const { credentials } = await assumeRoleByClient(emulator);
  const asSession = rpcParameters('GET', { ...credentials, accessKeySecret: 'wrong' }, given);
  const unshown = await inQuery(emulator, asSession);
  expect(unshown.body).toContain('SecurityToken%3D***');
  expect(await codeOf(rpcParameters('POST', ISSUER, given))).toBe('SignatureDoesNotMatch');
  expect(await codeOf(rpcParameters('GET', { ...ISSUER, accessKeyId: 'nobody' }, given))).toBe(
    'InvalidAccessKeyId.NotFound',
  );
  const altered = rpcParameters('GET', ISSUER, given);
  altered.set('RoleSessionName', 'other');
  expect(await codeOf(altered)).toBe('SignatureDoesNotMatch');
  const Timestamp = new Date(Date.now() - 16 * 60_000).toISOString().replace(/\.\d+/, '');
  expect(await codeOf(rpcParameters('GET', ISSUER, { ...given, Timestamp }))).toBe(
    'InvalidTimeStamp.Expired',
  );
  const once = rpcParameters('GET', ISSUER, given);
  expect((await inQuery(emulator, once)).status).toBe(200);
  expect(await codeOf(once)).toBe('SignatureNonceUsed');
  for (const [name, value] of [
    ['SignatureMethod', 'HMAC-MD5'],
    ['SignatureVersion', '2.0'],
    ['SignatureNonce', ''],
  ] as const)
    expect(await codeOf(rpcParameters('GET', ISSUER, { ...given, [name]: value })), name).toBe(
      'IncompleteSignature',
    );
  expect(await codeOf(rpcParameters('GET', ISSUER, { ...given, Version: '2014-01-01' }))).toBe(
    'InvalidAction.NotFound',
  );
  // What is in the form must not be said another way in the query.
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

it('tells users and sessions who they are', async () => {
  const emulator = await startTestEmulator();
  const who = async (keys: Keys) => {
    const answer = await inQuery(emulator, rpcParameters('GET', keys, { Action: 'GetCallerIdentity' }));
    expect(answer.status, answer.body).toBe(200);
    return JSON.parse(answer.body);
  };
  expect(await who(ADMIN)).toMatchObject({
    IdentityType: 'RAMUser',
    AccountId: '1000000000000001',
    Arn: 'acs:ram::1000000000000001:user/admin',
    UserId: expect.stringMatching(/^\d+$/),
    PrincipalId: expect.stringMatching(/^\d+$/),
  });
  const { credentials, assumedRoleUser } = await assumeRoleByClient(emulator, { roleSessionName: 'agent-7' });
  const session = await who(credentials);
  expect(session).toMatchObject({
    IdentityType: 'AssumedRoleUser',
    AccountId: '1000000000000001',
    Arn: 'acs:ram::1000000000000001:assumed-role/agent/agent-7',
    PrincipalId: assumedRoleUser.assumedRoleId,
    RoleId: assumedRoleUser.assumedRoleId.split(':')[0],
  });
  expect(session).not.toHaveProperty('UserId');
  const { securityToken: _none, ...bare } = credentials;
  const refused = await inQuery(emulator, rpcParameters('GET', bare, { Action: 'GetCallerIdentity' }));
  expect(refused.code).toBe('MissingSecurityToken');
});
