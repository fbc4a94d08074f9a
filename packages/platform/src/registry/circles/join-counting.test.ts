import type { CircleRole } from '@agent-home/http-contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideJoin, type JoinInput, type RequestStatus, type Vote } from './decide-join.ts';
import { after, before, expiresAt, no, request, situation, word, yes } from './testing/join-situations.ts';

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

describe('join counting', () => {
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

  it('no approving circle admits without the required words', () => {
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
