import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PATIENCE, utf8 } from './contract-texts.ts';
import { itGetsOverFailures, itSaysWhatFailed } from './credential-issuer-failures.ts';
import type { CredentialIssuerHarness, IssuerSubject } from './credential-issuer-harness.ts';
import { expectError } from './expect-error.ts';
import { FaultProxy } from './fault-proxy.ts';

/** Tests all promises of the port `CredentialIssuer` against a real token service and its store. */
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

    const subject = (): IssuerSubject => {
      if (started === undefined) throw new Error('the token service did not start');
      const { harness, proxy } = started;
      const request = {
        sessionName: 'agent_1@home',
        policy: harness.policy({ read: ['issue/r'], write: ['issue/w'] }),
        durationSeconds: 900,
      };
      return { harness, proxy, request, proxied: harness.issuer({ endpoint: proxy.endpoint }) };
    };

    itIssuesWhatIsAsked(subject);
    itRefusesWhatIsNoRequest(subject);
    itGetsOverFailures(subject);
    itSaysWhatFailed(subject);
  });
}

function itIssuesWhatIsAsked(subject: () => IssuerSubject): void {
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
}

function itRefusesWhatIsNoRequest(subject: () => IssuerSubject): void {
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
}
