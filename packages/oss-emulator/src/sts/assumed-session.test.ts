import { expect, it } from 'vitest';
import { startOssEmulator } from '../index.ts';
import { assumeRoleByClient, ossClient } from '../testing/clients.ts';
import {
  AGENT_ROLE,
  allow,
  objects,
  policy,
  startTestEmulator,
  temporaryDirectory,
  testOptions,
} from '../testing/start-test-emulator.ts';

const READ_A = policy(allow(['oss:GetObject'], [objects('a')]));

it('narrows the role by the session policy, never widens', async () => {
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
