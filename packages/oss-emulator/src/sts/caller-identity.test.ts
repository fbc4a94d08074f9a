import { expect, it } from 'vitest';
import { assumeRoleByClient } from '../testing/clients.ts';
import { inQuery, type Keys, rpcParameters } from '../testing/rpc-signature-support.ts';
import { ADMIN, startTestEmulator } from '../testing/start-test-emulator.ts';

it('returns the identity of users and sessions', async () => {
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
