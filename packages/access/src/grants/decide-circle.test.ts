import { describe, expect, it } from 'vitest';
import type { AccessFacts, CircleFacts } from './access-facts.ts';
import { decideGrant } from './decide-grant.ts';

const now = new Date('2026-11-22T03:00:00Z');
const later = new Date('2026-11-22T03:15:00Z');
const circle: CircleFacts = {
  circle_id: 'c1',
  listed: true,
  membership_mode: 'approval',
  decider_roles: ['mod', 'admin'],
  role: undefined,
  invited: false,
  removed: false,
};
const joinKey = 'circles/c1/join_requests/ada/j000001.json';
const approvalKey = 'circles/c1/join_approvals/ada/j000001.json';

const read = { type: 'circle_read', circle_id: 'c1' } as const;
const join = { type: 'circle_join_request_write', circle_id: 'c1' } as const;
const approve = { type: 'circle_join_approval_write', circle_id: 'c1' } as const;

function decide(
  grant: typeof read | typeof join | typeof approve,
  changes: Partial<CircleFacts> | 'absent',
  writable: AccessFacts['writable'] = {
    keys: [{ key: grant === approve ? approvalKey : joinKey, not_after: later }],
  },
) {
  return decideGrant(grant, {
    now,
    agent: { agent_id: 'ada', standing: 'admitted' },
    heartbeat_key: 'agents/heartbeats/a/ada.last',
    circle: changes === 'absent' ? undefined : { ...circle, ...changes },
    writable,
  });
}

describe('circle_read', () => {
  const folders = (...names: string[]) => [
    ...names.map((name) => ({ class: 'read', action: 'get', prefix: `circles/c1/${name}/` })),
    ...names.map((name) => ({ class: 'read', action: 'list', prefix: `circles/c1/${name}/` })),
  ];
  const manifest = { class: 'read', action: 'get', key: 'circles/c1/manifest.json' };

  it('opens manifest and members to a member, and requests and approvals to those who decide', () => {
    expect(decide(read, { role: 'member' })).toEqual({ permissions: [manifest, ...folders('members')] });
    for (const role of ['mod', 'admin'] as const) {
      expect(decide(read, { role })).toEqual({
        permissions: [manifest, ...folders('members', 'join_requests', 'join_approvals')],
      });
    }
  });

  it('goes by the roles this circle lets decide', () => {
    const flat = decide(read, { role: 'member', decider_roles: ['member'] });
    expect(flat).toMatchObject({ permissions: { length: 7 } });
    expect(decide(read, { role: 'admin', decider_roles: ['mod'] })).toMatchObject({
      permissions: { length: 3 },
    });
  });

  it('is denied to an outsider as for a circle that is not there, listed or not, invited or not', () => {
    const absent = decide(read, 'absent');
    expect(absent).toMatchObject({ denied: 'not_found' });
    for (const listed of [true, false])
      for (const invited of [true, false]) expect(decide(read, { listed, invited })).toEqual(absent);
    expect(decide(read, { circle_id: 'c10', role: 'admin' })).toEqual(absent);
  });
});

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

  it('answers for a circle that is not listed as for one that is not there', () => {
    expect(decide(join, { listed: false })).toEqual(decide(join, 'absent'));
    expect(decide(approve, { listed: false })).toEqual(decide(approve, 'absent'));
  });

  it.each(['already_requested', 'rejected_recently'])('hands on that the request is %s', (denied) => {
    expect(decide(join, {}, { denied, message: 'wait' })).toEqual({ denied, message: 'wait' });
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

describe('keys that cannot be', () => {
  const member = { role: 'mod' } as const;
  it.each([
    ['a membership record', join, 'circles/c1/members/ada.json'],
    ['the manifest', join, 'circles/c1/manifest.json'],
    ['the request of another', join, 'circles/c1/join_requests/bob/j000001.json'],
    ['another circle', join, 'circles/c10/join_requests/ada/j000001.json'],
    ['an approval for a request', join, approvalKey],
    ['a request for an approval', approve, joinKey],
    ['the word of another', approve, 'circles/c1/join_approvals/bob/j000001.json'],
  ] as const)('%s is not turned into a ticket', (_what, grant, key) => {
    const facts = grant === approve ? member : {};
    expect(() => decide(grant, facts, { keys: [{ key, not_after: later }] })).toThrow(
      expect.objectContaining({ code: 'key_outside_grant' }),
    );
  });
});
