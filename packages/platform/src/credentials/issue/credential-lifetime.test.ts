import { compilePermissions } from '@agent-home/access';
import { expect, test } from 'vitest';
import type { AllowedGrant, Containers } from './load-grant-facts.ts';
import { getLifetime } from './plan-credentials.ts';

const read = { class: 'read', action: 'get', prefix: 'any/place/' } as const;
const hour = { durationSeconds: 3_600, exposureSeconds: 900 };

const collectContainers = (visibility: string): Containers => {
  const one = new Map([['one', { facts: { visibility } }]]);
  return { topics: one, tasks: one, circles: one } as unknown as Containers;
};

function lifetime(type: string, visibility: string, limits = hour): number {
  const name = `${type.split('_')[0]}_id`;
  const allowed: AllowedGrant[] = [{ grant: { type, [name]: 'one' }, permissions: [read] }];
  const [policy] = compilePermissions([read], { dialect: 'oss', bucket: 'agent-home' });
  if (!policy) throw new Error('nothing was compiled');
  return getLifetime(policy, allowed, collectContainers(visibility), limits);
}

test.each([
  ['topic_read', 'public', 3_600],
  ['topic_read', 'circle', 900],
  ['topic_read', 'invite', 900],
  ['topic_read', 'owner-only', 900],
  ['task_read', 'public', 3_600],
  ['task_read', 'circle', 900],
  ['task_read', 'invite', 900],
  ['task_read', 'owner-only', 900],
  ['circle_read', 'public', 900],
  ['registry_read', 'public', 3_600],
  ['topic_message_write', 'invite', 3_600],
  ['task_write', 'invite', 3_600],
] as const)('%s of a %s container lives for %i of 3600 seconds', (type, visibility, seconds) => {
  expect(lifetime(type, visibility)).toBe(seconds);
});

test('a shorter duration than the exposure stays as requested', () => {
  const limits = { durationSeconds: 900, exposureSeconds: 1_200 };
  for (const type of ['topic_read', 'task_read', 'circle_read'])
    expect([type, lifetime(type, 'invite', limits)]).toEqual([type, 900]);
});
