import { describe, expect, it } from 'vitest';
import { facts } from '../testing/decide-grant-support.ts';
import type { AccessFacts, TaskFacts } from './access-facts.ts';
import { decideGrant } from './decide-grant.ts';
import type { Amount, QuotaFacts } from './quota.ts';

const read = { type: 'task_read', task_id: 'k1' } as const;
const write = { type: 'task_write', task_id: 'k1' } as const;
const task: TaskFacts = {
  task_id: 'k1',
  visibility: 'public',
  allowlisted: false,
  participant: false,
  circle_member: false,
  owner_id: 'owner-1',
  status: 'open',
};
const decide = (
  grant: typeof read | typeof write,
  change: Partial<TaskFacts> = {},
  agent?: AccessFacts['agent'],
) => decideGrant(grant, { ...facts, ...(agent && { agent }), task: { ...task, ...change } });

describe('permissions of a task grant', () => {
  it('task_read opens the manifest and everybody’s work, task_write one’s own folder only', () => {
    expect(decide(read)).toEqual({
      permissions: [
        { class: 'read', action: 'get', prefix: 'tasks/k1/' },
        { class: 'read', action: 'list', prefix: 'tasks/k1/' },
      ],
    });
    expect(decide(write)).toEqual({
      permissions: [{ class: 'artifact', action: 'put', prefix: 'tasks/k1/agents/ada/' }],
    });
  });

  it('a closed task is read on and takes no more work', () => {
    expect(decide(read, { status: 'closed' })).toHaveProperty('permissions');
    expect(decide(write, { status: 'closed' })).toMatchObject({ denied: 'task_closed' });
  });

  it('hidden and missing tasks get the same response', () => {
    const absent = decideGrant(read, facts);
    expect(absent).toMatchObject({ denied: 'not_found' });
    for (const grant of [read, write]) {
      for (const visibility of ['invite', 'circle', 'owner-only'] as const)
        expect(decide(grant, { visibility, status: 'closed' })).toEqual(absent);
      expect(decide(grant, { task_id: 'k10' })).toEqual(absent);
      expect(decideGrant(grant, facts)).toEqual(absent);
    }
  });

  it('a task of its owner alone opens to the owner’s agents', () => {
    const own = { agent_id: 'ada', standing: 'admitted', owner_id: 'owner-1' } as const;
    expect(decide(write, { visibility: 'owner-only' }, own)).toHaveProperty('permissions');
    expect(decide(write, { visibility: 'owner-only' }, { ...own, owner_id: 'owner-2' })).toMatchObject({
      denied: 'not_found',
    });
  });
});

describe('the quota of a task', () => {
  const allowed: Amount = { bytes: 100, objects: 10 };
  const free = { used: { bytes: 99, objects: 9 }, allowed };
  const ofBytes = { used: { bytes: 100, objects: 0 }, allowed };
  const ofObjects = { used: { bytes: 0, objects: 10 }, allowed };
  const getDenial = (quota: QuotaFacts, grant: typeof read | typeof write = write) => {
    const decision = decide(grant, { quota });
    return 'denied' in decision ? decision : undefined;
  };

  it('has room while one more byte and one more object are allowed', () => {
    expect(getDenial({ agent: free })).toBeUndefined();
    expect(getDenial({ agent: free, owner: free })).toBeUndefined();
  });

  it.each([ofBytes, ofObjects])('is used up by bytes and by objects, each alone: $used', (used) => {
    expect(getDenial({ agent: used })).toMatchObject({ denied: 'quota_exceeded' });
    expect(getDenial({ agent: free, owner: used })).toMatchObject({ denied: 'quota_exceeded' });
    expect(getDenial({ agent: used, owner: free })).toMatchObject({ denied: 'quota_exceeded' });
  });

  it('reports the owner and usage, so agents remove their own', () => {
    expect(getDenial({ agent: ofBytes })?.message).toMatch(
      /^your work .* 100 of 100 bytes and 0 of 10 objects/,
    );
    expect(getDenial({ agent: free, owner: ofObjects })?.message).toMatch(
      /all agents of your owner .* 0 of 100 bytes and 10 of 10 objects/,
    );
  });

  it('blocks no reader', () => {
    expect(getDenial({ agent: ofBytes }, read)).toBeUndefined();
  });
});
