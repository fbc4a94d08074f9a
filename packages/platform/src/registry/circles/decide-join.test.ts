import { describe, expect, it } from 'vitest';
import { decideJoin, type JoinInput, type RequestStatus } from './decide-join.ts';
import {
  after,
  before,
  expiresAt,
  no,
  request,
  reserved,
  situation,
  word,
  yes,
} from './testing/join-situations.ts';

describe('a request', () => {
  const cases: [string, Parameters<typeof situation>[0], { status: RequestStatus; reason?: string }][] = [
    ['to an open circle is an admission', { policy: { membershipMode: 'open' } }, { status: 'approved' }],
    [
      'of an invited agent is an admission',
      { policy: { membershipMode: 'invite' }, candidate: { invited: true } },
      { status: 'approved' },
    ],
    [
      'to an inviting circle that has not invited is turned away',
      { policy: { membershipMode: 'invite' } },
      { status: 'rejected', reason: 'not_invited' },
    ],
    ['to a circle that approves waits', {}, { status: 'pending' }],
    ['of an invited agent waits there as well', { candidate: { invited: true } }, { status: 'pending' }],
    [
      'of an agent that is not admitted is turned away',
      { policy: { membershipMode: 'open' }, candidate: { admitted: false } },
      { status: 'rejected', reason: 'not_admitted' },
    ],
    [
      'of one that may not ask any more is turned away',
      { policy: { membershipMode: 'open' }, candidate: { denied: 'not_found' } },
      { status: 'rejected', reason: 'not_found' },
    ],
  ];
  it.each(cases)('%s', (_what, changes, outcome) => {
    expect(decideJoin(situation({ ...changes, request: reserved }), request)).toEqual(outcome);
  });

  it('that cannot be read is turned away for what is wrong with it', () => {
    const input: JoinInput = { type: 'request', content: { problem: 'invalid_json' } };
    expect(decideJoin(situation({ request: reserved }), input)).toEqual({
      status: 'rejected',
      reason: 'invalid_json',
    });
  });

  it.each(['pending', 'approved', 'rejected', 'expired', 'withdrawn'] as const)(
    'that comes again when it is %s changes nothing',
    (status) => {
      expect(decideJoin(situation({ request: { status } }), request)).toEqual({
        status,
        refused: 'already_judged',
      });
    },
  );
});

describe('a word about a request', () => {
  it('suffices for a threshold of one', () => {
    expect(decideJoin(situation({}), word('mod'))).toEqual({ status: 'approved', vote: yes('mod') });
    expect(decideJoin(situation({}), word('chair', 'reject'))).toEqual({
      status: 'rejected',
      reason: 'rejected_by_members',
      vote: no('chair'),
    });
  });

  it('waits for a higher threshold', () => {
    const two = { policy: { required: 2 } };
    expect(decideJoin(situation(two), word('mod'))).toEqual({ status: 'pending', vote: yes('mod') });
    expect(decideJoin(situation({ ...two, votes: [yes('mod')] }), word('chair')).status).toBe('approved');
    expect(decideJoin(situation({ ...two, votes: [no('mod')] }), word('chair')).status).toBe('pending');
    expect(decideJoin(situation({ ...two, votes: [no('mod')] }), word('third', 'reject')).status).toBe(
      'rejected',
    );
  });

  const refusals: [string, Parameters<typeof situation>[0], JoinInput, string][] = [
    ['a member whose role does not decide', {}, word('plain'), 'not_a_decider'],
    ['one who is no member', {}, word('eve'), 'not_a_decider'],
    ['the candidate', { members: { ada: 'mod' } }, word('ada'), 'not_a_decider'],
    ['one who has spoken', { votes: [no('mod')], policy: { required: 2 } }, word('mod'), 'already_decided'],
    ['one who means another', {}, word('mod', 'approve', { candidateAgentId: 'eve' }), 'other_candidate'],
    [
      'one who read other bytes',
      {},
      word('mod', 'approve', { requestSha256: 'b'.repeat(64) }),
      'request_changed',
    ],
    ['one who comes too late', {}, word('mod', 'approve', { at: after }), 'expired'],
    [
      'one whose object cannot be read',
      {},
      { type: 'approval', reviewer: 'mod', at: before, content: { problem: 'too_large' } },
      'too_large',
    ],
  ];
  it.each(refusals)('refuses %s', (_who, changes, input, refused) => {
    expect(decideJoin(situation(changes), input)).toEqual({ status: 'pending', refused });
  });

  it('at the very moment of expiry still counts', () => {
    expect(decideJoin(situation({}), word('mod', 'approve', { at: expiresAt })).status).toBe('approved');
  });

  it.each(['reserved', 'approved', 'rejected', 'expired', 'withdrawn'] as const)(
    'about a request that is %s is refused',
    (status) => {
      expect(decideJoin(situation({ request: { status } }), word('mod'))).toEqual({
        status,
        refused: 'not_pending',
      });
    },
  );
});
