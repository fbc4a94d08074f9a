import { expect, test } from 'vitest';
import { comparePolicies, readPolicy, toDocument } from './read-policy.ts';

const document = (name: string, effect = 'deny') =>
  `apiVersion: agent.platform/v1
kind: Policy
metadata: { name: ${name}, version: 1.0.0, owner: olga }
spec: { rules: [{ effect: ${effect}, action: tool.call, selector: { tool: bash } }] }`;

function policyOf(text: string) {
  const policy = readPolicy(text);
  if ('problem' in policy) throw new Error(policy.problem);
  return policy;
}

test('a bound policy keeps its hash when its list is sent again', () => {
  const policy = policyOf(document('no-shell'));
  expect(policyOf(toDocument(policy)).sha256).toBe(policy.sha256);
});

test('a policy that cannot be judged has its reason', () => {
  for (const text of ['', '{', 'kind: Agent', document('no-shell', 'perhaps')])
    expect(readPolicy(text), text).toMatchObject({ problem: expect.stringMatching(/./) });
});

test('a change of policies names what is added, replaced, removed and the same', () => {
  const [one, two, three] = ['one-policy', 'two-policy', 'three-policy'].map((name) =>
    policyOf(document(name)),
  );
  if (!one || !two || !three) throw new Error('no policies');
  const changed = policyOf(document('two-policy', 'allow'));
  expect(
    comparePolicies([one, two], [changed, three]).map(({ kind, policy }) => [kind, policy.name]),
  ).toEqual([
    ['replaced', 'two-policy'],
    ['added', 'three-policy'],
    ['removed', 'one-policy'],
  ]);
  expect(comparePolicies([one], [one])).toMatchObject([{ kind: 'same' }]);
});
