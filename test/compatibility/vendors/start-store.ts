import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OssEmulator, startOssEmulator } from '@agent-home/oss-emulator';
import { onTestFinished } from 'vitest';
import type { StoreAccess } from './run-client.ts';

/** Creates a store with one bucket and a user with full rights on it, like the owner of an account. */
export async function startStore(): Promise<{
  emulator: OssEmulator;
  owner: StoreAccess;
  roleArn: string;
}> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'agent-home-vendors-'));
  const keys = { accessKeyId: 'LTAIowner', accessKeySecret: 'secret of the owner' };
  const policy = JSON.stringify({
    Version: '1',
    Statement: [{ Effect: 'Allow', Action: ['oss:*', 'sts:AssumeRole'], Resource: ['*'] }],
  });
  const roleArn = 'acs:ram::1000000000000001:role/worker';
  const emulator = await startOssEmulator({
    dataDirectory,
    bucket: 'vendors',
    users: [{ ...keys, name: 'owner', policy }],
    roles: [{ arn: roleArn, policy, trusts: ['owner'] }],
  });
  onTestFinished(async () => {
    await emulator.close();
    await rm(dataDirectory, { recursive: true, force: true });
  });
  const owner = { endpoint: emulator.ossEndpoint, region: 'cn-local', bucket: 'vendors', ...keys };
  return { emulator, owner, roleArn };
}
