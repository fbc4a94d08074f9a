import { describe, expect, it } from 'vitest';
import {
  agentFacts,
  approvalKey,
  approve,
  circleFacts,
  decide,
  join,
  joinKey,
  later,
} from '../testing/decide-circle-support.ts';
import type { CircleFacts } from './access-facts.ts';
import { decideGrant } from './decide-grant.ts';

describe('circle_join_request_write', () => {
  it('opens one key and nothing else', () => {
    expect(decide(join, {})).toEqual({
      permissions: [{ class: 'join_request', action: 'put', key: joinKey, not_after: later }],
    });
  });

  const cases: [string, Partial<CircleFacts>, string | undefined][] = [
    ['a member', { role: 'member' }, 'already_a_member'],
    ['a circle that is not listed', { listed: false }, 'not_found'],
    ['a circle that is not listed and invites', { listed: false, invited: true }, undefined],
    ['an open circle that is not listed', { listed: false, membership_mode: 'open' }, 'not_found'],
    ['an inviting circle', { membership_mode: 'invite' }, 'not_invited'],
    ['an inviting circle, invited', { membership_mode: 'invite', invited: true }, undefined],
    ['an open circle', { membership_mode: 'open' }, undefined],
    ['one that was removed', { membership_mode: 'open', removed: true }, 'not_invited'],
    ['one that was removed and is invited again', { removed: true, invited: true }, undefined],
    ['one that was removed, where nothing is listed', { listed: false, removed: true }, 'not_found'],
  ];
  it.each(cases)('%s', (_who, changes, denied) => {
    const decision = decide(join, changes);
    expect('denied' in decision ? decision.denied : undefined).toBe(denied);
  });

  it('responds alike for unlisted and missing circles', () => {
    expect(decide(join, { listed: false })).toEqual(decide(join, 'absent'));
    expect(decide(approve, { listed: false })).toEqual(decide(approve, 'absent'));
  });

  it.each(['already_requested', 'rejected_recently'])('hands on that the request is %s', (denied) => {
    expect(decide(join, {}, { denied, message: 'wait' })).toEqual({ denied, message: 'wait' });
  });
});

describe('facts that are missing', () => {
  it('a write grant without keys is an error', () => {
    const circle = { ...circleFacts, role: undefined };
    expect(() => decideGrant(join, { ...agentFacts, circle })).toThrow(
      expect.objectContaining({ code: 'missing_facts' }),
    );
    expect(decide(join, {}, { denied: 'moon_phase', message: 'wait' })).toEqual({
      denied: 'not_writable_now',
      message: 'wait',
    });
  });
});

describe('circle_join_approval_write', () => {
  it('is for those who decide', () => {
    expect(decide(approve, { role: 'mod' })).toMatchObject({ permissions: [{ key: approvalKey }] });
    expect(decide(approve, { role: 'member' })).toMatchObject({ denied: 'not_a_decider' });
    expect(decide(approve, {})).toMatchObject({ denied: 'not_found' });
    expect(decide(approve, { role: 'mod' }, { denied: 'nothing_to_decide', message: 'none' })).toMatchObject({
      denied: 'nothing_to_decide',
    });
  });
});
