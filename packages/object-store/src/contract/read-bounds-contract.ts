import { expect, it } from 'vitest';
import type { ContractSubject } from './contract-subject.ts';
import { PATIENCE, utf8 } from './contract-texts.ts';
import { expectError } from './expect-error.ts';

/** Tests that a reader stays within its limits, regardless of the size, speed and redirects of a response. */
export function itReadsWithinBounds(subject: () => ContractSubject): void {
  it('reads up to maxBytes and refuses one byte more', async () => {
    const { store } = subject();
    await store.put('read/ten', utf8('0123456789'));
    expect((await store.get('read/ten', { ...PATIENCE, maxBytes: 10 })).bytes).toHaveLength(10);
    await expectError(store.get('read/ten', { ...PATIENCE, maxBytes: 9 }), 'too_large');
    await store.put('read/empty', new Uint8Array());
    expect((await store.get('read/empty', { ...PATIENCE, maxBytes: 0 })).info.size).toBe(0);
  });

  it('stops reading at maxBytes when the answer does not end', async () => {
    const { proxied, proxy } = subject();
    proxy.always({ kind: 'flood' });
    await expectError(proxied.get('read/flood', { maxBytes: 1000, timeoutMs: 15_000 }), 'too_large');
    // Bytes accepted by the kernel's buffers on both sides: far fewer than the server had to send.
    expect(proxy.sentBytes).toBeLessThan(16 * 1024 * 1024);
    expect(proxy.requests).toBe(1);
  });

  it.each(['stall', 'drip'] as const)('gives up after timeoutMs when the server should %s', async (kind) => {
    const { proxied, proxy } = subject();
    proxy.always({ kind });
    await expectError(proxied.get('read/slow', { ...PATIENCE, timeoutMs: 200 }), 'timeout');
  });

  it('counts retries against timeoutMs', async () => {
    const { proxied, proxy } = subject();
    proxy.next({ kind: 'answer', status: 503 });
    proxy.always({ kind: 'stall' });
    await expectError(proxied.get('read/slow', { ...PATIENCE, timeoutMs: 200 }), 'timeout');
    expect(proxy.requests).toBe(2);
  });
}

export function itTakesNothingElseForTheObject(subject: () => ContractSubject): void {
  it('does not take half an answer for the whole', async () => {
    const { store, proxied, proxy } = subject();
    await store.put('read/half', new Uint8Array(5000).fill(7));
    proxy.next({ kind: 'truncate' });
    expect((await proxied.get('read/half', PATIENCE)).bytes).toEqual(new Uint8Array(5000).fill(7));
    proxy.always({ kind: 'truncate' });
    await expectError(proxied.get('read/half', PATIENCE), 'unavailable');
  });

  it.each([301, 302, 307, 308])('does not follow a %i', async (status) => {
    const { store, proxied, proxy } = subject();
    await store.put('read/elsewhere', utf8('x'));
    const location = `${proxy.endpoint}/elsewhere`;
    proxy.always({ kind: 'answer', status, headers: { location } });
    await expectError(proxied.get('read/elsewhere', PATIENCE), 'invalid_request');
    expect(proxy.requests).toBe(1);
  });

  it.each([206, 304])('does not take a %i for the object', async (status) => {
    const { proxied, proxy } = subject();
    proxy.always({ kind: 'answer', status });
    await expectError(proxied.get('read/a', PATIENCE), 'unavailable');
  });
}
