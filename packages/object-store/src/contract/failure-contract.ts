import { describe, expect, it } from 'vitest';
import type { ObjectStore } from '../port/object-store.ts';
import type { ContractSubject } from './contract-subject.ts';
import { expectError, expectSilence } from './expect-error.ts';
import type { Fault } from './faults.ts';
import { CONTRACT_RETRY } from './object-store-harness.ts';

const PATIENCE = { maxBytes: 1000, timeoutMs: 15_000 };
const utf8 = (value: string): Uint8Array => new TextEncoder().encode(value);

/** Methods that call the store. The second run of `putIfAbsent` needs a key of its own. */
const OPERATIONS: [name: string, run: (store: ObjectStore, unique: string) => Promise<unknown>][] = [
  ['get', (store) => store.get('fail/a', PATIENCE)],
  ['head', (store) => store.head('fail/a')],
  ['put', (store) => store.put('fail/a', utf8('a'))],
  ['putIfAbsent', (store, unique) => store.putIfAbsent(`fail/${unique}`, utf8('a'))],
  ['list', (store) => store.list('fail/')],
  ['delete', (store) => store.delete('fail/nothing')],
  ['getLifecycle', (store) => store.getLifecycle()],
];

const TRANSIENT: [label: string, fault: Fault][] = [
  ['500', { kind: 'answer', status: 500 }],
  ['502 with a page of HTML', { kind: 'answer', status: 502, body: '<html><body>Bad Gateway</html>' }],
  ['503', { kind: 'answer', status: 503, body: '<Error><Code>ServiceUnavailable</Code></Error>' }],
  ['429', { kind: 'answer', status: 429 }],
  ['a connection reset', { kind: 'reset' }],
];

const LASTING: [label: string, fault: Fault, code: 'unavailable' | 'throttled'][] = [
  [
    '503',
    { kind: 'answer', status: 503, body: '<Error><Code>ServiceUnavailable</Code></Error>' },
    'unavailable',
  ],
  [
    '503 SlowDown',
    { kind: 'answer', status: 503, body: '<Error><Code>SlowDown</Code></Error>' },
    'throttled',
  ],
  ['429', { kind: 'answer', status: 429 }, 'throttled'],
  ['resets', { kind: 'reset' }, 'unavailable'],
];

export function describeFailures(subject: () => ContractSubject): void {
  describe.each(OPERATIONS)('%s', (name, run) => {
    it.each(TRANSIENT)('gets over %s', async (label, fault) => {
      const { store, proxied, proxy } = subject();
      await store.put('fail/a', utf8('a'));
      proxy.next(...Array.from({ length: CONTRACT_RETRY.attempts - 1 }, () => fault));
      await run(proxied, `over-${label}`);
      expect(proxy.requests).toBe(CONTRACT_RETRY.attempts);
    });

    // For a HEAD, no store sends a reason, so a limit looks like any other 503.
    it.each(LASTING.filter(([label]) => name !== 'head' || label !== '503 SlowDown'))(
      'gives up when there is no end of %s',
      async (label, fault, code) => {
        const { proxied, proxy, harness } = subject();
        proxy.always(fault);
        const error = await expectError(run(proxied, `lasting-${label}`), code);
        expect(proxy.requests).toBe(CONTRACT_RETRY.attempts);
        expectSilence(error, harness.secrets);
      },
    );

    it('is refused without the right to it, at once', async () => {
      const { harness, proxy } = subject();
      const stranger = harness.store({ endpoint: proxy.endpoint, identity: 'stranger' });
      const error = await expectError(run(stranger, 'stranger'), 'access_denied');
      expect(proxy.requests).toBe(1);
      expectSilence(error, harness.secrets);
    });

    it('does not wait for ever', async () => {
      const { harness, proxy } = subject();
      proxy.always({ kind: 'stall' });
      const impatient = harness.store({ endpoint: proxy.endpoint, requestTimeoutMs: 200 });
      const timely =
        name === 'get' ? impatient.get('fail/a', { ...PATIENCE, timeoutMs: 200 }) : run(impatient, 'stall');
      const error = await expectError(timely, 'timeout');
      expect(proxy.requests).toBe(1);
      expectSilence(error, harness.secrets);
    });
  });

  it('a server that is not there is unavailable', async () => {
    const { harness } = subject();
    // Discard port of this machine, which has no listener.
    await expectError(harness.store({ endpoint: 'http://localhost:9' }).head('fail/a'), 'unavailable');
  });
}
