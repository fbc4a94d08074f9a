import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAliyunCredentialIssuer, createAliyunObjectStore } from '@agent-home/object-store';
import { startOssEmulator } from '@agent-home/oss-emulator';
import { expect, it } from 'vitest';

const ROLE = 'acs:ram::1000000000000001:role/agent';
const KEY = { accessKeyId: 'LTAIplatform0000', accessKeySecret: 'platform-secret-0000000000000000' };
const policy = JSON.stringify({
  Version: '1',
  Statement: [{ Effect: 'Allow', Action: ['oss:*', 'sts:AssumeRole'], Resource: ['*'] }],
});

it('an expired session differs from a refused one', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'expired-'));
  let now = Date.now();
  const emulator = await startOssEmulator({
    dataDirectory,
    bucket: 'expiry-home',
    users: [{ ...KEY, name: 'platform', policy }],
    roles: [{ arn: ROLE, policy, trusts: ['platform'] }],
    clock: () => now,
  });
  try {
    const issuer = createAliyunCredentialIssuer({
      endpoint: emulator.stsEndpoint,
      protocol: 'http',
      roleArn: ROLE,
      ...KEY,
    });
    // Issued by a slow clock, so that the session soon expires by this machine's clock.
    now -= 14 * 60_000 + 50_000;
    const { expiration, ...session } = await issuer.issue({
      sessionName: 'agent',
      policy,
      durationSeconds: 900,
    });
    const storeWith = (end: { expiration?: Date }) =>
      createAliyunObjectStore({
        endpoint: emulator.ossEndpoint,
        region: 'cn-local',
        bucket: 'expiry-home',
        pathStyle: true,
        credentials: { ...session, ...end },
      });
    const bytes = Uint8Array.of(1);
    await storeWith({ expiration }).put('a', bytes);

    now += 20 * 60_000;
    await expect(storeWith({ expiration }).put('a', bytes)).rejects.toHaveProperty(
      'code',
      'credentials_expired',
    );
    await expect(storeWith({ expiration }).head('a')).rejects.toHaveProperty('code', 'credentials_expired');
    await expect(storeWith({}).put('a', bytes)).rejects.toHaveProperty('code', 'access_denied');
  } finally {
    await emulator.close();
    await rm(dataDirectory, { recursive: true });
  }
});
