import { expect, test } from 'vitest';
import { runClient } from './run-client.ts';
import { startStore } from './start-store.ts';

test('oss2 uses a role that aliyun-python-sdk-core assumed', async () => {
  const { emulator, owner, roleArn } = await startStore();
  const came = await runClient('sts_core', owner, { stsEndpoint: emulator.stsEndpoint, roleArn });
  expect(came).toEqual({
    user: 'acs:ram::1000000000000001:user/owner',
    session: 'acs:ram::1000000000000001:assumed-role/worker/from-python',
    put: 200,
    'wrong secret': { refused: 'SignatureDoesNotMatch' },
    'no action': { refused: 'InvalidAction.NotFound' },
  });
});
