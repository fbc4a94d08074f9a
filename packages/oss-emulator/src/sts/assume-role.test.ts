import { expect, it } from 'vitest';
import { assumeRoleByClient, ossClient } from '../testing/clients.ts';
import {
  AGENT_ROLE,
  allow,
  ISSUER,
  objects,
  policy,
  startTestEmulator,
  testOptions,
  WHOLE_BUCKET,
} from '../testing/start-test-emulator.ts';

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

it('needs a key, secret, policy and role', async () => {
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
