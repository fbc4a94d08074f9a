import { describe, expect, it } from 'vitest';
import type { ContractSubject } from './contract-subject.ts';
import { expectError } from './expect-error.ts';
import type { HarnessTraits } from './object-store-harness.ts';

const PATIENCE = { maxBytes: 1000, timeoutMs: 15_000 };
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const utf8 = (value: string): Uint8Array => new TextEncoder().encode(value);

export function describeMatching(subject: () => ContractSubject, { ifMatch }: HarnessTraits): void {
  if (!ifMatch) {
    it('refuses ifMatch rather than put without it', async () => {
      const { proxied, proxy } = subject();
      await expectError(proxied.put('match/none', utf8('x'), { ifMatch: 'abc' }), 'invalid_request');
      expect(proxy.requests).toBe(0);
    });
    return;
  }

  describe('put with ifMatch', () => {
    it('replaces exactly the version it names, so that a late writer undoes nothing', async () => {
      const { store } = subject();
      const first = await store.put('match/a', utf8('1'));
      const second = await store.put('match/a', utf8('2'), { ifMatch: first.etag });
      await expectError(store.put('match/a', utf8('late'), { ifMatch: first.etag }), 'precondition_failed');
      expect(text((await store.get('match/a', PATIENCE)).bytes)).toBe('2');
      await store.put('match/a', utf8('3'), { ifMatch: second.etag, metadata: { by: 'me' } });
      const { bytes, info } = await store.get('match/a', PATIENCE);
      expect([text(bytes), info.metadata]).toEqual(['3', { by: 'me' }]);
    });

    it('fails where nothing is, and makes nothing', async () => {
      const { store } = subject();
      const etag = '0123456789abcdef0123456789abcdef';
      await expectError(store.put('match/nothing', utf8('x'), { ifMatch: etag }), 'precondition_failed');
      await expectError(store.head('match/nothing'), 'not_found');
    });

    it('lets exactly one of 10 racing writers win', async () => {
      const { store } = subject();
      const { etag } = await store.put('match/race', utf8('start'));
      const outcomes = await Promise.allSettled(
        Array.from({ length: 10 }, (_, writer) =>
          store.put('match/race', utf8(`writer ${writer}`), { ifMatch: etag }),
        ),
      );
      const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
      expect(refusals).toHaveLength(9);
      for (const refusal of refusals) expect(refusal).toHaveProperty('code', 'precondition_failed');
    });

    it('knows its own write when the answer was lost', async () => {
      const { store, proxied, proxy } = subject();
      const { etag } = await store.put('match/lost', utf8('old'));
      proxy.next({ kind: 'lose-answer' });
      const written = await proxied.put('match/lost', utf8('mine'), { ifMatch: etag });
      expect(await store.head('match/lost')).toMatchObject({ etag: written.etag, size: 4 });
    });

    it.each(['', '*', 'a b', 'a"b', 'a\r\nx: y'])('refuses the etag %j', async (etag) => {
      const { proxied, proxy } = subject();
      await expectError(proxied.put('match/a', utf8('x'), { ifMatch: etag }), 'invalid_request');
      expect(proxy.requests).toBe(0);
    });
  });
}
