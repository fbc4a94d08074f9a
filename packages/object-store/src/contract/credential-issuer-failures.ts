import { expect, it } from 'vitest';
import { utf8 } from './contract-texts.ts';
import type { CredentialIssuerHarness, IssuerSubject } from './credential-issuer-harness.ts';
import { expectError, expectSilence } from './expect-error.ts';
import type { Fault } from './faults.ts';
import { CONTRACT_RETRY } from './object-store-harness.ts';

export function itGetsOverFailures(subject: () => IssuerSubject): void {
  it('passes throttling on at once', async () => {
    const { harness, proxied, proxy, request } = subject();
    proxy.always(harness.faults.throttled);
    expectSilence(await expectError(proxied.issue(request), 'throttled'), [
      ...harness.secrets,
      request.policy,
    ]);
    expect(proxy.requests).toBe(1);
  });

  it('gets over a failure and a broken connection', async () => {
    const { harness, proxied, proxy, request } = subject();
    proxy.next(harness.faults.broken, { kind: 'reset' });
    await harness.storeWith(await proxied.issue(request)).put('issue/w', utf8('x'));
    expect(proxy.requests).toBe(3);
  });
}

export function itSaysWhatFailed(subject: () => IssuerSubject): void {
  it.each<[label: string, fault: (harness: CredentialIssuerHarness) => Fault]>([
    ['an error', ({ faults }) => faults.broken],
    ['a page of HTML', () => ({ kind: 'answer', status: 502, body: '<html>Bad Gateway</html>' })],
    ['nonsense with status 200', () => ({ kind: 'answer', status: 200, body: '{}' })],
    ['a reset', () => ({ kind: 'reset' })],
  ])('is unavailable when the service answers nothing but %s', async (_label, fault) => {
    const { harness, proxied, proxy, request } = subject();
    proxy.always(fault(harness));
    const error = await expectError(proxied.issue(request), 'unavailable');
    expect(proxy.requests).toBe(CONTRACT_RETRY.attempts);
    expectSilence(error, [...harness.secrets, request.policy, encodeURIComponent(request.policy)]);
  });

  it.each(['stall', 'drip'] as const)('does not wait for ever on a %s', async (kind) => {
    const { harness, proxy, request } = subject();
    proxy.always({ kind });
    const impatient = harness.issuer({ endpoint: proxy.endpoint, timeoutMs: 200 });
    const error = await expectError(impatient.issue(request), 'timeout');
    expectSilence(error, [...harness.secrets, request.policy, encodeURIComponent(request.policy)]);
  });
}
