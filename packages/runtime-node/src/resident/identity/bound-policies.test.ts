import { policySha256 } from '@agent-home/agent-runtime/definition';
import type { PolicyBundleView } from '@agent-home/sdk';
import { expect, test } from 'vitest';
import { BoundPolicies } from './bound-policies.ts';

const spec = { rules: [{ effect: 'deny', action: 'tool.call' }] };

function view(bundleVersion: number, changes: object = {}): PolicyBundleView {
  const policy = { name: 'no', version: '1.0.0', sha256: policySha256({ spec }), spec, bound_by: 'owner' };
  return {
    ...{ agentId: 'ada', bundleVersion, sha256: 'a'.repeat(64), issuedAt: '2026-05-01T08:00:00.000Z' },
    policies: [{ ...policy, ...changes } as PolicyBundleView['policies'][number]],
  };
}

/** Opens policies with a clock, and a home that gives the next of the answers at each read. */
function open(answers: (() => PolicyBundleView | undefined)[]) {
  const clock = { now: 0, reads: 0 };
  const home = {
    async policyBundle() {
      const answer = answers[Math.min(clock.reads, answers.length - 1)];
      clock.reads += 1;
      return answer?.();
    },
  };
  const policies = new BoundPolicies(home, { now: () => clock.now });
  return { clock, policies };
}

const away = () => {
  throw Object.assign(new Error('away'), { code: 'unreachable' });
};

test('reads at most once in three seconds during a run', async () => {
  const { clock, policies } = open([() => view(1), () => view(2)]);
  expect(await policies.load()).toMatchObject({ version: 1 });
  for (clock.now = 0; clock.now < 3_000; clock.now += 100)
    expect(await policies.latest()).toMatchObject({ bundle: { version: 1 } });
  expect(clock.reads).toBe(1);
  expect(await policies.latest()).toMatchObject({ bundle: { version: 2 } });
  expect(clock.reads).toBe(2);
});

test('keeps a verified bundle for five minutes without a read', async () => {
  const { clock, policies } = open([() => view(1), away]);
  await policies.load();
  clock.now = 300_000;
  expect(await policies.load()).toMatchObject({ version: 1 });
  expect(await policies.latest()).toMatchObject({ bundle: { version: 1 } });
  clock.now = 300_001;
  await expect(policies.load()).rejects.toMatchObject({ code: 'unreachable' });
  expect(await policies.latest()).toEqual({ stale: expect.stringContaining('unreachable') });
});

test('refuses a policy with another hash or with unknown conditions', async () => {
  const unknown = { rules: [{ ...spec.rules[0], conditions: { moon: 'full' } }] };
  for (const [changes, code] of [
    [{ sha256: 'f'.repeat(64) }, 'policy_bundle_not_verified'],
    [{ spec: unknown, sha256: policySha256({ spec: unknown }) }, 'policy_bundle_not_understood'],
  ] as const)
    await expect(open([() => view(1, changes)]).policies.load()).rejects.toMatchObject({ code });
});
