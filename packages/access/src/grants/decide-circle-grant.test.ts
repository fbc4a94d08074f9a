import { describe, expect, it } from 'vitest';
import {
  approvalKey,
  approve,
  decide,
  join,
  joinKey,
  later,
  read,
} from '../testing/decide-circle-support.ts';

describe('circle_read', () => {
  const folders = (...names: string[]) => [
    ...names.map((name) => ({ class: 'read', action: 'get', prefix: `circles/c1/${name}/` })),
    ...names.map((name) => ({ class: 'read', action: 'list', prefix: `circles/c1/${name}/` })),
  ];
  const manifest = { class: 'read', action: 'get', key: 'circles/c1/manifest.json' };

  it('opens members’ folders by role', () => {
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

  it('denies an outsider as if the circle were missing', () => {
    const absent = decide(read, 'absent');
    expect(absent).toMatchObject({ denied: 'not_found' });
    for (const listed of [true, false])
      for (const invited of [true, false]) expect(decide(read, { listed, invited })).toEqual(absent);
    expect(decide(read, { circle_id: 'c10', role: 'admin' })).toEqual(absent);
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
