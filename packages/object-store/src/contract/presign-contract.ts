import { describe, expect, it, vi } from 'vitest';
import type { ContractSubject } from './contract-subject.ts';
import { expectError } from './expect-error.ts';

const PATIENCE = { maxBytes: 1000, timeoutMs: 15_000 };

async function put(url: string, body: string, headers: Record<string, string> = {}): Promise<number> {
  const response = await fetch(url, { method: 'PUT', body: new TextEncoder().encode(body), headers });
  await response.arrayBuffer();
  return response.status;
}

export function describePresigning(subject: () => ContractSubject): void {
  describe('presignPut', () => {
    it.each(['presign/a.json', 'presign/中 文+%.json'])('lets anyone put %j', async (key) => {
      const { store } = subject();
      const url = await store.presignPut(key, { expiresInSeconds: 60 });
      expect(await put(url, 'hello')).toBe(200);
      expect(new TextDecoder().decode((await store.get(key, PATIENCE)).bytes)).toBe('hello');
    });

    it('is good for that key and for putting only', async () => {
      const { store } = subject();
      const url = await store.presignPut('presign/only', { expiresInSeconds: 60 });
      expect(await put(url.replace('presign/only', 'presign/other'), 'x')).toBe(403);
      expect((await fetch(url)).status).toBe(403);
      expect((await fetch(url, { method: 'DELETE' })).status).toBe(403);
      await expectError(store.head('presign/other'), 'not_found');
    });

    it('binds the content type where one is named', async () => {
      const { store } = subject();
      const url = await store.presignPut('presign/typed', {
        expiresInSeconds: 60,
        contentType: 'application/json',
      });
      expect(await put(url, '{}', { 'content-type': 'text/html' })).toBe(403);
      expect(await put(url, '{}', { 'content-type': 'application/json' })).toBe(200);
      expect((await store.head('presign/typed')).contentType).toBe('application/json');
    });

    it('ends', async () => {
      const url = await subject().store.presignPut('presign/short', { expiresInSeconds: 1 });
      await vi.waitFor(async () => expect(await put(url, 'late')).toBe(403), {
        timeout: 10_000,
        interval: 200,
      });
    });

    it.each([0, -1, 1.5, 7 * 24 * 3600 + 1, Number.NaN])('refuses %d seconds', async (expiresInSeconds) => {
      await expectError(subject().store.presignPut('presign/a', { expiresInSeconds }), 'invalid_request');
    });

    it('gives nothing that its signer may not do', async () => {
      const { harness, store } = subject();
      const stranger = harness.store({ identity: 'stranger' });
      expect(await put(await stranger.presignPut('presign/no', { expiresInSeconds: 60 }), 'x')).toBe(403);
      await expectError(store.head('presign/no'), 'not_found');
    });
  });
}
