import type { JsonObject } from '@agent-home/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { admin, request } from '../../testing/alphabet/moves.ts';
import { Checkin, collectDecisions, getKey, mode, newTopic, openBox, voted } from './testing/checkin.ts';

describe('the proposal box', () => {
  it('removals and closings decide the waiting proposals', () => {
    const topic = new Checkin(voted);
    for (const agentId of ['ada', 'bo', 'cy']) topic.propose(agentId, { title: agentId });
    const removed = topic.apply(admin({ action: 'remove_agent', agent_id: 'bo' }));
    expect(collectDecisions(removed.effects)).toMatchObject([
      { agent_id: 'bo', reason_code: 'not_eligible' },
    ]);
    expect(topic.put(admin({ action: 'remove_agent', agent_id: 'nobody' }))).toBe('accepted');
    const closed = topic.apply(admin({ action: 'close' }));
    expect(closed.effects.map(({ type }) => type)).toEqual([
      'proposal_decided',
      'proposal_decided',
      'topic_closed',
    ]);
    expect(collectDecisions(closed.effects)).toMatchObject([
      { agent_id: 'ada', reason_code: 'topic_closed' },
      { agent_id: 'cy', reason_code: 'topic_closed' },
    ]);
    expect(topic.state).toMatchObject({ status: 'closed', closed_reason: 'closed_by_admin', proposals: [] });
  });

  it('a closed check-in still answers a late proposal', () => {
    const topic = new Checkin(openBox);
    topic.put(admin({ action: 'close' }));
    expect(topic.say('ada', '20260301')).toBe('topic_closed');
    expect(topic.vote('ada', getKey('bo')).verdict).toBe('topic_closed');
    expect(topic.propose('ada', { title: 'x' })).toMatchObject({
      verdict: 'topic_closed',
      decisions: [{ outcome: 'rejected', reason_code: 'topic_closed' }],
    });
    expect([topic.may('message', 'ada'), topic.may('request', 'ada'), mode.deadline(topic.state)]).toEqual([
      'topic_closed',
      'topic_closed',
      undefined,
    ]);
  });

  it('every proposal gets exactly one decision', () => {
    const payload = fc.oneof(
      fc.jsonValue(),
      fc.record({
        title: fc.string(),
        mode: fc.constantFrom('debate', 'x', 1),
        visibility: fc.constantFrom('public', 'circle'),
      }),
    );
    const word = fc.record({
      eligible: fc.boolean(),
      safe: fc.boolean(),
      within_budget: fc.boolean(),
      reserved: fc.constant(newTopic),
    });
    fc.assert(
      fc.property(payload, word, fc.constantFrom(openBox, voted, {}), (given, said, rules) => {
        const topic = new Checkin(rules);
        topic.word = said;
        const { verdict, decisions } = topic.propose('ada', given as JsonObject);
        expect(decisions).toHaveLength(1);
        expect(verdict === 'accepted').toBe(decisions[0]?.outcome !== 'rejected');
      }),
      { numRuns: 300 },
    );
  });

  it('a request that the check-in has no use for is recorded as ignored', () => {
    const topic = new Checkin(openBox);
    expect(topic.put(request('ada', { type: 'queue_join' }))).toBe('ignored');
    expect(topic.put(request('ada', { type: 'leave' }))).toBe('ignored');
    expect(topic.put({ type: 'reveal_secret', secret: '' })).toBe('ignored');
  });

  it('daily_checkin writes its default rules out', () => {
    expect(mode.parseRules({})).toEqual({
      rules: {
        max_per_day: 1,
        day_boundary_timezone: 'Asia/Shanghai',
        message_id_policy: 'YYYYMMDD',
        proposal_quota_per_day: 0,
        allowed_proposal_types: [],
        allowed_propose_topic_modes: [],
        allowed_propose_visibility: [],
        proposal_votes_required: 0,
        proposal_vote_window_seconds: 86_400,
        pending_proposals_max: 20,
      },
    });
  });

  const badRules: [rules: unknown, path: string][] = [
    [{ max_per_day: 0 }, 'rules.max_per_day'],
    [{ max_per_day: 21 }, 'rules.max_per_day'],
    [{ day_boundary_timezone: '+08:00' }, 'rules.day_boundary_timezone'],
    [{ day_boundary_timezone: 'Asia/Shanghai; drop' }, 'rules.day_boundary_timezone'],
    [{ day_boundary_timezone: '../../etc' }, 'rules.day_boundary_timezone'],
    [{ message_id_policy: 'ULID' }, 'rules.message_id_policy'],
    [{ proposal_quota_per_day: 21 }, 'rules.proposal_quota_per_day'],
    [{ allowed_proposal_types: ['propose_circle'] }, 'rules.allowed_proposal_types.0'],
    [{ allowed_propose_topic_modes: ['Any Mode'] }, 'rules.allowed_propose_topic_modes.0'],
    [{ allowed_propose_visibility: ['everyone'] }, 'rules.allowed_propose_visibility.0'],
    [{ pending_proposals_max: 0 }, 'rules.pending_proposals_max'],
    [{ per_day: 1 }, 'rules'],
  ];
  it('a bad check-in rule is refused with its path', () => {
    for (const [rules, path] of badRules) {
      expect([rules, mode.parseRules(rules)]).toEqual([
        rules,
        { path, problem: expect.stringMatching(/\S/) },
      ]);
    }
  });
});
