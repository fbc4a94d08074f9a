import { createHash, createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { startOssEmulator } from '../index.ts';
import { assumeRoleByClient, ossClient } from '../testing/clients.ts';
import { sendRaw } from '../testing/raw-request.ts';
import {
  ADMIN,
  AGENT_ROLE,
  allow,
  ISSUER,
  objects,
  policy,
  startTestEmulator,
  temporaryDirectory,
  testOptions,
  WHOLE_BUCKET,
} from '../testing/start-test-emulator.ts';

const READ_A = policy(allow(['oss:GetObject'], [objects('a')]));

it('gives the real client credentials that OSS accepts until they expire', async () => {
  let offset = 0;
  const emulator = await startTestEmulator({ clock: () => Date.now() + offset });
  const issued = await assumeRoleByClient(emulator, { durationSeconds: 900 });
  expect(issued.assumedRoleUser.arn).toBe(`${AGENT_ROLE}/agent-1`);
  const expiration = Date.parse(issued.credentials.expiration);
  expect(Math.abs(expiration - Date.now() - 900_000)).toBeLessThan(5_000);

  const client = ossClient(emulator, issued.credentials);
  await client.put('a', Buffer.from('x'));
  offset = 899_000 - 4_000;
  await client.get('a');
  offset = 901_000;
  await expect(client.get('a')).rejects.toMatchObject({ code: 'InvalidAccessKeyId', status: 403 });
});

it('keeps every limit on the parameters', async () => {
  const emulator = await startTestEmulator({
    roles: [
      {
        arn: AGENT_ROLE,
        policy: policy(allow(['oss:*'], WHOLE_BUCKET)),
        trusts: ['issuer'],
        maxSessionSeconds: 7200,
      },
    ],
  });
  const filler = (length: number) => {
    const text = policy(allow(['oss:GetObject'], [objects('')]));
    return policy(allow(['oss:GetObject'], [objects('x'.repeat(length - text.length))]));
  };
  expect(filler(2048)).toHaveLength(2048);
  for (const fields of [
    { durationSeconds: 900 },
    { durationSeconds: 7200 },
    { policy: filler(2048) },
    { roleSessionName: 'ab' },
    { roleSessionName: 'aZ9.@_-'.padEnd(64, 'x') },
  ]) {
    await expect(assumeRoleByClient(emulator, fields)).resolves.toBeDefined();
  }
  const refused: [Parameters<typeof assumeRoleByClient>[1], string][] = [
    [{ durationSeconds: 899 }, 'InvalidParameter.DurationSeconds'],
    [{ durationSeconds: 7201 }, 'InvalidParameter.DurationSeconds'],
    [{ policy: filler(2049) }, 'InvalidParameter.PolicySize'],
    [{ policy: '' }, 'InvalidParameter.PolicyGrammar'],
    [{ policy: '{}' }, 'InvalidParameter.PolicyGrammar'],
    [{ policy: '{"Version":"1","Statement":[' }, 'InvalidParameter.PolicyGrammar'],
    [{ roleSessionName: 'a' }, 'InvalidParameter.RoleSessionName'],
    [{ roleSessionName: 'a'.repeat(65) }, 'InvalidParameter.RoleSessionName'],
    [{ roleSessionName: 'a/b' }, 'InvalidParameter.RoleSessionName'],
    [{ roleArn: 'role/agent' }, 'InvalidParameter.RoleArn'],
  ];
  for (const [fields, code] of refused) {
    await expect(assumeRoleByClient(emulator, fields), code).rejects.toMatchObject({ code, statusCode: 400 });
  }
  await expect(assumeRoleByClient(emulator, { roleArn: `${AGENT_ROLE}s` })).rejects.toMatchObject({
    code: 'EntityNotExist.Role',
    statusCode: 404,
  });
});

it('needs a known key, a matching secret, a policy that allows it and a role that trusts', async () => {
  const emulator = await startTestEmulator({
    users: [
      ...testOptions('').users,
      {
        accessKeyId: 'untrusted',
        accessKeySecret: 's',
        name: 'mallory',
        policy: policy(allow(['sts:AssumeRole'], ['*'])),
      },
      {
        accessKeyId: 'unallowed',
        accessKeySecret: 's',
        name: 'issuer',
        policy: policy(allow(['oss:*'], ['*'])),
      },
    ],
  });
  const as = (accessKeyId: string, accessKeySecret: string, securityToken?: string) =>
    assumeRoleByClient(
      emulator,
      {},
      { accessKeyId, accessKeySecret, ...(securityToken === undefined ? {} : { securityToken }) },
    );
  await expect(as('nobody', 's')).rejects.toMatchObject({
    code: 'InvalidAccessKeyId.NotFound',
    statusCode: 404,
  });
  await expect(as(ISSUER.accessKeyId, 'wrong')).rejects.toMatchObject({ code: 'SignatureDoesNotMatch' });
  await expect(as('untrusted', 's')).rejects.toMatchObject({ code: 'NoPermission', statusCode: 403 });
  await expect(as('unallowed', 's')).rejects.toMatchObject({ code: 'NoPermission', statusCode: 403 });
  const { credentials } = await assumeRoleByClient(emulator);
  await expect(
    as(credentials.accessKeyId, credentials.accessKeySecret, credentials.securityToken),
  ).rejects.toMatchObject({ code: 'NoPermission' });
  await expect(as(credentials.accessKeyId, credentials.accessKeySecret)).rejects.toMatchObject({
    code: 'MissingSecurityToken',
  });
});

it('answers beyond its limit with Throttling', async () => {
  const emulator = await startTestEmulator({ assumeRolePerSecond: 2 });
  const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => assumeRoleByClient(emulator)));
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]).toMatchObject({ reason: { code: 'Throttling.Api' } });
});

it('narrows the role by the session policy, and never widens it', async () => {
  const emulator = await startTestEmulator({
    roles: [
      {
        arn: AGENT_ROLE,
        policy: policy(allow(['oss:GetObject'], [objects('a'), objects('b')])),
        trusts: ['issuer'],
      },
    ],
  });
  const admin = ossClient(emulator);
  for (const key of ['a', 'b', 'c']) await admin.put(key, Buffer.from(key));
  const session = async (text?: string) =>
    ossClient(
      emulator,
      (await assumeRoleByClient(emulator, text === undefined ? {} : { policy: text })).credentials,
    );
  const outcomes = async (client: ReturnType<typeof ossClient>) =>
    Promise.all(
      ['a', 'b', 'c'].map((key) =>
        client.get(key).then(
          () => true,
          () => false,
        ),
      ),
    );

  expect(await outcomes(await session())).toEqual([true, true, false]);
  expect(await outcomes(await session(READ_A))).toEqual([true, false, false]);
  expect(await outcomes(await session(policy(allow(['oss:*'], ['*']))))).toEqual([true, true, false]);
  const denying = policy(allow(['oss:*'], ['*']), {
    Effect: 'Deny',
    Action: ['oss:*'],
    Resource: [objects('a')],
  });
  expect(await outcomes(await session(denying))).toEqual([false, true, false]);
});

it('takes a token only with its own key, whole, and after a restart', async () => {
  const dataDirectory = await temporaryDirectory();
  const first = await startOssEmulator(testOptions(dataDirectory));
  await ossClient(first).put('a', Buffer.from('x'));
  const { credentials } = await assumeRoleByClient(first, { policy: READ_A });
  const { credentials: other } = await assumeRoleByClient(first);
  await first.close();

  const emulator = await startTestEmulator({ dataDirectory });
  await ossClient(emulator, credentials).get('a');
  const swapped = ossClient(emulator, { ...credentials, securityToken: other.securityToken });
  await expect(swapped.get('a')).rejects.toMatchObject({ code: 'InvalidSecurityToken', status: 403 });
  const bytes = Buffer.from(credentials.securityToken, 'base64');
  for (const position of [0, 15, 40, bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed[position] = (changed[position] ?? 0) ^ 1;
    const forged = ossClient(emulator, { ...credentials, securityToken: changed.toString('base64') });
    await expect(forged.get('a')).rejects.toMatchObject({ code: 'InvalidSecurityToken' });
  }
  const { securityToken: _token, ...bare } = credentials;
  await expect(ossClient(emulator, bare).get('a')).rejects.toMatchObject({ code: 'InvalidAccessKeyId' });
});

/** An ACS3 request by hand, for what the real client would not send. */
function acs3Request(
  changes: { time?: number; nonce?: string; unsigned?: string[]; extra?: Record<string, string> } = {},
) {
  const query = new URLSearchParams({ RoleArn: AGENT_ROLE, RoleSessionName: 'raw' });
  query.sort();
  const emptyHash = createHash('sha256').update('').digest('hex');
  const headers: Record<string, string> = {
    host: 'sts.local',
    'x-acs-action': 'AssumeRole',
    'x-acs-content-sha256': emptyHash,
    'x-acs-date': new Date(changes.time ?? Date.now()).toISOString().replace(/\.\d+/, ''),
    'x-acs-signature-nonce': changes.nonce ?? 'n-1',
    'x-acs-version': '2015-04-01',
  };
  const names = Object.keys(headers).filter((name) => !changes.unsigned?.includes(name));
  const canonicalQuery = query.toString();
  const canonical = [
    'POST',
    '/',
    canonicalQuery,
    ...names.map((name) => `${name}:${headers[name]}`),
    '',
    names.join(';'),
    emptyHash,
  ].join('\n');
  const hash = createHash('sha256').update(canonical).digest('hex');
  const signature = createHmac('sha256', ADMIN.accessKeySecret)
    .update(`ACS3-HMAC-SHA256\n${hash}`)
    .digest('hex');
  headers.authorization = `ACS3-HMAC-SHA256 Credential=${ADMIN.accessKeyId},SignedHeaders=${names.join(';')},Signature=${signature}`;
  return { method: 'POST', target: `/?${canonicalQuery}`, headers: { ...headers, ...changes.extra } };
}

it('checks the ACS3 signature, its age and its nonce', async () => {
  const emulator = await startTestEmulator({
    users: [{ ...ADMIN, name: 'admin', policy: policy(allow(['*'], ['*'])) }],
  });
  const send = (raw: ReturnType<typeof acs3Request>) => sendRaw(`http://${emulator.stsEndpoint}`, raw);
  const good = acs3Request();
  expect(await send({ ...good, target: good.target.replace('raw', 'row') })).toMatchObject({
    code: 'SignatureDoesNotMatch',
  });
  for (const name of ['x-acs-date', 'x-acs-signature-nonce', 'x-acs-action', 'host', 'x-acs-version']) {
    const value =
      good.headers[name]?.replace(/.$/, (last) => (last === 'Z' ? 'Z' : '0')).replace('20', '21') ?? '';
    const answer = await send({ ...good, headers: { ...good.headers, [name]: `${value}` } });
    if (value !== good.headers[name]) expect(answer.status, name).toBe(400);
    const unsigned = await send(acs3Request({ unsigned: [name], nonce: `u-${name}` }));
    expect(unsigned, name).toMatchObject({ status: 400, code: 'IncompleteSignature' });
  }
  expect(await send(acs3Request({ extra: { 'x-acs-security-token': 'x' }, nonce: 't' }))).toMatchObject({
    code: 'IncompleteSignature',
  });
  expect(await send(acs3Request({ time: Date.now() - 16 * 60_000, nonce: 'o' }))).toMatchObject({
    code: 'InvalidTimeStamp.Expired',
  });
  expect((await send(good)).status).toBe(200);
  expect(await send(good)).toMatchObject({ status: 400, code: 'SignatureNonceUsed' });
});

it('logs neither policy nor token nor secret', async () => {
  const emulator = await startTestEmulator();
  const { credentials } = await assumeRoleByClient(emulator, { policy: READ_A });
  await ossClient(emulator, credentials)
    .get('a')
    .catch(() => undefined);
  const log = JSON.stringify(emulator.logged);
  expect(emulator.logged.length).toBeGreaterThanOrEqual(2);
  expect(log).toContain('AssumeRole');
  for (const secret of [credentials.securityToken, credentials.accessKeySecret, 'Statement', 'Signature']) {
    expect(log).not.toContain(secret);
  }
});
