import { expect, test } from 'vitest';
import { startStore } from './start-store.ts';
import { tellClient } from './tell-client.ts';

test('oss2 does all that an owner of a bucket does, with either signature', async () => {
  for (const signature of ['V1', 'V4']) {
    const { owner } = await startStore();
    const came = await tellClient('oss2_owner', owner, { signature });
    expect(came).toEqual({ 'put and get': ['hello', true, true] });
  }
});
