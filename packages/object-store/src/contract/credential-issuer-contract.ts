import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CredentialIssuer, TemporaryCredentials } from '../port/credential-issuer.ts';
import type { ObjectStore } from '../port/object-store.ts';
import { expectError, expectSilence } from './expect-error.ts';
import { type Fault, FaultProxy } from './fault-proxy.ts';
import { CONTRACT_RETRY } from './object-store-harness.ts';

export interface IssuerSettings {
  /** http URL of the token service to use instead of the real one. */
  endpoint?: string;
  timeoutMs?: number;
}

export interface CredentialIssuerHarness {
  /** http URL of the token service. */
  endpoint: string;
  /** An issuer that retries as `CONTRACT_RETRY` says. */
  issuer(settings?: IssuerSettings): CredentialIssuer;
  /** May do everything. */
  store: ObjectStore;
  storeWith(credentials: TemporaryCredentials): ObjectStore;
  /** A policy in the store's dialect that allows reading and writing exactly these keys. */
  policy(allowed: { read?: string[]; write?: string[] }): string;
  /** How the service says that it is asked too often, and that something broke. */
  faults: { throttled: Fault; broken: Fault };
  secrets: string[];
  close(): Promise<void>;
}

const PATIENCE = { maxBytes: 1000, timeoutMs: 15_000 };
const utf8 = (value: string): Uint8Array => new TextEncoder().encode(value);

/** Everything the port `CredentialIssuer` promises, against a real token service and the store it serves. */
export function describeCredentialIssuerContract(
  name: string,
  setup: () => Promise<CredentialIssuerHarness>,
): void {
  describe(`${name} as a CredentialIssuer`, () => {
    let started: { harness: CredentialIssuerHarness; proxy: FaultProxy } | undefined;

    beforeAll(async () => {
      const harness = await setup();
      started = { harness, proxy: await FaultProxy.start(harness.endpoint) };
    });

    afterAll(async () => {
      await started?.proxy.close();
      await started?.harness.close();
    });

    beforeEach(() => started?.proxy.reset());

    const subject = () => {
      if (started === undefined) throw new Error('the token service did not start');
      const { harness, proxy } = started;
      const request = {
        sessionName: 'agent_1@home',
        policy: harness.policy({ read: ['issue/r'], write: ['issue/w'] }),
        durationSeconds: 900,
      };
      return { harness, proxy, request, proxied: harness.issuer({ endpoint: proxy.endpoint }) };
    };

    it('issues credentials for exactly what the policy allows', async () => {
      const { harness, request } = subject();
      for (const key of ['issue/r', 'issue/w', 'issue/x']) await harness.store.put(key, utf8(key));
      const agent = harness.storeWith(await harness.issuer().issue(request));
      expect((await agent.get('issue/r', PATIENCE)).bytes).toEqual(utf8('issue/r'));
      await agent.put('issue/w', utf8('new'));
      await expectError(agent.put('issue/r', utf8('x')), 'access_denied');
      await expectError(agent.get('issue/w', PATIENCE), 'access_denied');
      await expectError(agent.get('issue/x', PATIENCE), 'access_denied');
      await expectError(agent.get('issue/nothing', PATIENCE), 'access_denied');
      await expectError(agent.put('issue/w/below', utf8('x')), 'access_denied');
      await expectError(agent.delete('issue/w'), 'access_denied');
      await expectError(agent.list('issue/'), 'access_denied');
    });

    it.each([900, 3600])('issues them for %i seconds', async (durationSeconds) => {
      const { harness, request } = subject();
      const { expiration } = await harness.issuer().issue({ ...request, durationSeconds });
      const remaining = (expiration.getTime() - Date.now()) / 1000;
      expect(Math.abs(remaining - durationSeconds)).toBeLessThan(60);
    });

    it('issues different ones each time, and says under which request id', async () => {
      const { harness, request } = subject();
      const one = await harness.issuer().issue(request);
      const other = await harness.issuer().issue(request);
      for (const field of ['accessKeyId', 'accessKeySecret', 'securityToken', 'requestId'] as const) {
        expect(one[field]).not.toBe('');
        expect(one[field]).not.toBe(other[field]);
      }
    });

    it('takes a policy of 2048 characters', async () => {
      const { harness, request } = subject();
      const issued = await harness.issuer().issue({ ...request, policy: request.policy.padEnd(2048) });
      await harness.storeWith(issued).put('issue/w', utf8('x'));
    });

    it.each([
      ['no policy', { policy: '' }],
      ['a blank policy', { policy: '   ' }],
      ['null for a policy', { policy: 'null' }],
      ['an empty policy document', { policy: '{}' }],
      ['a policy without statements', { policy: '{"Version":"1","Statement":[]}' }],
      ['a policy that is not JSON', { policy: '{"Statement":[{}]' }],
      ['a policy of 2049 characters', { policy: `{"Statement":[{}]}${' '.repeat(2031)}` }],
      ['899 seconds', { durationSeconds: 899 }],
      ['3601 seconds', { durationSeconds: 3601 }],
      ['900.5 seconds', { durationSeconds: 900.5 }],
      ['NaN seconds', { durationSeconds: Number.NaN }],
      ['an empty session name', { sessionName: '' }],
      ['a session name of one letter', { sessionName: 'a' }],
      ['a session name of 65 letters', { sessionName: 'a'.repeat(65) }],
      ['a session name with a slash', { sessionName: 'a/b' }],
      ['a session name with a line break', { sessionName: 'ab\n' }],
    ])('refuses %s without asking the service', async (_label, change) => {
      const { proxied, proxy, request } = subject();
      await expectError(proxied.issue({ ...request, ...change }), 'invalid_request');
      expect(proxy.requests).toBe(0);
    });

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
  });
}
