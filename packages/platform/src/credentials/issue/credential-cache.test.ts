import type { IssuedCredentials } from '@agent-home/object-store';
import { expect, test } from 'vitest';
import { CredentialCache, type WantedCredential } from './credential-cache.ts';

const start = Date.parse('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(start + seconds * 1000);
const wanted: WantedCredential = { agentId: 'ada', policy: '{}', lifetimeSeconds: 900 };
const issued = (name: string, expiration: Date): IssuedCredentials => ({
  accessKeyId: name,
  accessKeySecret: 'secret',
  securityToken: 'token',
  expiration,
  requestId: name,
});

async function cacheWithOne(): Promise<CredentialCache> {
  const cache = new CredentialCache();
  await cache.issue(wanted, at(0), async () => issued('first', at(900)));
  return cache;
}

test('a credential past half its lifetime is replaced', async () => {
  const cache = await cacheWithOne();
  expect(cache.find(wanted, at(450))?.accessKeyId).toBe('first');
  expect(cache.find(wanted, at(450.001))).toBeUndefined();
  const next = await cache.issue(wanted, at(451), async () => issued('second', at(1_351)));
  expect(next.accessKeyId).toBe('second');
  expect(cache.find(wanted, at(452))?.accessKeyId).toBe('second');
});

test('a credential is given again to its own agent, policy and lifetime alone', async () => {
  const cache = await cacheWithOne();
  expect(cache.find({ ...wanted, agentId: 'bo' }, at(1))).toBeUndefined();
  expect(cache.find({ ...wanted, policy: '{"Version":"1"}' }, at(1))).toBeUndefined();
  expect(cache.find({ ...wanted, lifetimeSeconds: 3_600 }, at(1))).toBeUndefined();
});

test('a call to the token service that failed is not given again', async () => {
  const cache = new CredentialCache();
  await expect(cache.issue(wanted, at(0), () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect((await cache.issue(wanted, at(0), async () => issued('later', at(900)))).accessKeyId).toBe('later');
});
