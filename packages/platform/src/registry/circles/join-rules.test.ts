import type { CircleRole } from '@agent-home/http-contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decideJoin,
  type JoinInput,
  type JoinSituation,
  type RequestStatus,
  type Vote,
} from './join-rules.ts';

const expiresAt = new Date('2026-11-29T17:00:00Z');
const before = new Date(expiresAt.getTime() - 1);
const after = new Date(expiresAt.getTime() + 1);
const sha256 = 'a'.repeat(64);

function situation(changes: {
  policy?: Partial<JoinSituation['policy']>;
  candidate?: Partial<JoinSituation['candidate']>;
  request?: Partial<JoinSituation['request']>;
  votes?: Vote[];
  members?: Record<string, CircleRole>;
}): JoinSituation {
  const members = changes.members ?? { mod: 'mod', chair: 'admin', third: 'mod', plain: 'member' };
  return {
    policy: { membershipMode: 'approval', required: 1, roles: ['mod', 'admin'], ...changes.policy },
    candidate: {
      agentId: 'ada',
      admitted: true,
      isMember: false,
      invited: false,
      denied: undefined,
      ...changes.candidate,
    },
    request: { status: 'pending', sha256, expiresAt, ...changes.request },
    votes: changes.votes ?? [],
    members: new Map(Object.entries(members)),
  };
}

const request: JoinInput = { type: 'request', content: { note: 'hello', sha256 } };
const reserved = { status: 'reserved', sha256: null, expiresAt: null } as const;

function word(
  reviewer: string,
  decision: Vote['decision'] = 'approve',
  changes: Partial<{ at: Date; candidateAgentId: string; requestSha256: string }> = {},
): JoinInput {
  const { at = before, ...content } = changes;
  return {
    type: 'approval',
    reviewer,
    at,
    content: { candidateAgentId: 'ada', requestSha256: sha256, decision, ...content },
  };
}

const yes = (reviewer: string): Vote => ({ reviewer, decision: 'approve' });
const no = (reviewer: string): Vote => ({ reviewer, decision: 'reject' });

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
  it('is enough where one is asked for', () => {
    expect(decideJoin(situation({}), word('mod'))).toEqual({ status: 'approved', vote: yes('mod') });
    expect(decideJoin(situation({}), word('chair', 'reject'))).toEqual({
      status: 'rejected',
      reason: 'rejected_by_members',
      vote: no('chair'),
    });
  });

  it('waits for others where more are asked for', () => {
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
  it.each(refusals)('of %s is refused', (_who, changes, input, refused) => {
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

describe('counting again', () => {
  const recount: JoinInput = { type: 'recount' };
  const cases: [string, Parameters<typeof situation>[0], RequestStatus][] = [
    ['nothing has changed', { votes: [yes('mod')], policy: { required: 2 } }, 'pending'],
    ['fewer are asked for now', { votes: [yes('mod')] }, 'approved'],
    [
      'both sides reach the smaller bar: the larger has it',
      { votes: [yes('mod'), yes('third'), no('chair')] },
      'approved',
    ],
    ['both sides reach the smaller bar: a tie is a no', { votes: [yes('mod'), no('chair')] }, 'rejected'],
    ['whoever approved decides no more', { votes: [yes('mod')], members: { chair: 'admin' } }, 'pending'],
    ['whoever rejected decides no more', { votes: [no('plain')] }, 'pending'],
    ['the circle is open now', { policy: { membershipMode: 'open' } }, 'approved'],
    ['the circle only invites now', { policy: { membershipMode: 'invite' } }, 'rejected'],
    ['the candidate is a member already', { candidate: { isMember: true } }, 'approved'],
    ['the candidate is suspended', { votes: [yes('mod')], candidate: { admitted: false } }, 'pending'],
  ];
  it.each(cases)('%s', (_what, changes, status) => {
    expect(decideJoin(situation(changes), recount).status).toBe(status);
  });
});

describe('a deadline', () => {
  it('ends what waits and has run out, and nothing else', () => {
    const at = (passedBefore: Date): JoinInput => ({ type: 'deadline', passedBefore });
    expect(decideJoin(situation({}), at(after))).toEqual({ status: 'expired' });
    expect(decideJoin(situation({}), at(expiresAt))).toEqual({ status: 'pending' });
    for (const status of ['reserved', 'approved', 'rejected', 'withdrawn'] as const)
      expect(decideJoin(situation({ request: { status } }), at(after))).toEqual({ status });
  });
});

describe('whatever comes', () => {
  const roles = fc.constantFrom<CircleRole>('member', 'mod', 'admin');
  const names = ['ada', 'b', 'c', 'd', 'e'];
  const decision = fc.constantFrom<Vote['decision']>('approve', 'reject');
  const statuses = ['reserved', 'pending', 'approved', 'rejected', 'expired', 'withdrawn'] as const;
  const situations = fc
    .record({
      mode: fc.constantFrom('open', 'invite', 'approval'),
      required: fc.integer({ min: 1, max: 4 }),
      deciding: fc.uniqueArray(roles, { minLength: 1 }),
      status: fc.constantFrom(...statuses),
      members: fc.dictionary(fc.constantFrom(...names.slice(1)), roles),
      votes: fc.uniqueArray(fc.record({ reviewer: fc.constantFrom(...names), decision }), {
        selector: ({ reviewer }) => reviewer,
      }),
      admitted: fc.boolean(),
      invited: fc.boolean(),
    })
    .map(({ mode, required, deciding, status, members, votes, admitted, invited }) =>
      situation({
        policy: { membershipMode: mode as 'open', required, roles: deciding },
        request: { status },
        candidate: { admitted, invited },
        members,
        votes,
      }),
    );
  const inputs = fc.oneof(
    fc.constant(request),
    fc.constant<JoinInput>({ type: 'recount' }),
    fc.constantFrom(before, after).map((passedBefore): JoinInput => ({ type: 'deadline', passedBefore })),
    fc.tuple(fc.constantFrom(...names), decision).map(([reviewer, said]) => word(reviewer, said)),
  );

  it('a decided request stays as it was decided', () => {
    fc.assert(
      fc.property(situations, inputs, (given, input) => {
        const { status } = given.request;
        if (status === 'reserved' || status === 'pending') return;
        expect(decideJoin(given, input)).toMatchObject({ status });
        expect(decideJoin(given, input).vote).toBeUndefined();
      }),
    );
  });

  it('where members approve, nobody comes in without as many of their words as the policy asks for', () => {
    fc.assert(
      fc.property(situations, inputs, (given, input) => {
        const { policy, members, request: was } = given;
        if (policy.membershipMode !== 'approval' || was.status === 'approved') return;
        const { status, vote } = decideJoin(given, input);
        if (status !== 'approved') return;
        const counted = [...given.votes, ...(vote ? [vote] : [])].filter(({ reviewer, decision: said }) => {
          const role = members.get(reviewer);
          return said === 'approve' && role !== undefined && policy.roles.includes(role);
        });
        expect(counted.length).toBeGreaterThanOrEqual(policy.required);
        expect(new Set(counted.map(({ reviewer }) => reviewer)).size).toBe(counted.length);
        expect(given.candidate.admitted).toBe(true);
      }),
    );
  });
});
