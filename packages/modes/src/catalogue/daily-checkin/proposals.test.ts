import type { JsonObject } from '@agent-home/protocol';
import { describe, expect, it } from 'vitest';
import type { ProposalFact } from '../../mode/facts.ts';
import { Checkin, fine, newTopic, olderTopic, openBox } from './testing/checkin.ts';

describe('the proposal box', () => {
  it('stays shut unless a quota and a type are given', () => {
    for (const rules of [
      {},
      { proposal_quota_per_day: 1 },
      { allowed_proposal_types: ['propose_task'] },
      { allowed_proposal_types: ['propose_topic'] },
    ]) {
      const topic = new Checkin(rules);
      expect(topic.may('request', 'ada')).toBe('requests_not_accepted');
      expect(topic.propose('ada', { title: 'x' })).toMatchObject({
        verdict: 'not_eligible',
        decisions: [{ outcome: 'rejected', reason_code: 'not_eligible' }],
      });
    }
  });

  it('a task has no mode: what topics may be proposed says nothing of it', () => {
    const topic = new Checkin({ ...openBox, allowed_propose_topic_modes: ['debate'] });
    expect(topic.propose('ada', { title: 'x' }, 'r000001', 'propose_task').verdict).toBe('accepted');
    expect(topic.propose('ada', { title: 'x' }, 'r000002').verdict).toBe('mode_not_allowed');
  });

  it('an accepted proposal names its planned object and source', () => {
    const topic = new Checkin(openBox);
    const { verdict, decisions } = topic.propose('ada', { title: ' Rain  songs ', timebox_minutes: 30 });
    expect(verdict).toBe('accepted');
    expect(decisions).toEqual([
      {
        agent_id: 'ada',
        request_id: 'r000001',
        request_type: 'propose_topic',
        outcome: 'accepted',
        reason_code: 'accepted',
        created: newTopic,
        payload: { title: 'Rain songs', mode: 'freeform', visibility: 'public', timebox_minutes: 30 },
      },
    ]);
    expect(topic.state).toMatchObject({ day: '20260301', checkins_today: 0, proposals: [] });
  });

  it('takes proposals only from cards of the required version', () => {
    const topic = new Checkin({ ...openBox, proposal_min_card_version: 2 });
    expect(topic.may('request', 'ada')).toBe('not_eligible');
    expect(topic.propose('ada', { title: 'x' })).toMatchObject({
      verdict: 'not_eligible',
      decisions: [{ outcome: 'rejected', reason_code: 'not_eligible' }],
    });
    expect(topic.asked).not.toContain('proposal');
    topic.cardVersion = 2;
    expect(topic.may('request', 'ada')).toContain('r000001');
    expect(topic.propose('ada', { title: 'x' }).verdict).toBe('accepted');
    // Rules of topics that are older than this rule are stored without it.
    expect(new Checkin(openBox).rules).not.toHaveProperty('proposal_min_card_version');
  });

  const refusals: [rules: JsonObject, payload: JsonObject, word: Partial<ProposalFact>, reason: string][] = [
    [{}, { title: 7 }, { eligible: false }, 'invalid_schema'],
    [{ allowed_proposal_types: ['propose_task'] }, { title: '' }, {}, 'invalid_schema'],
    [{ allowed_proposal_types: ['propose_task'] }, { title: 'x', mode: 'nonsense' }, {}, 'not_eligible'],
    [{ allowed_propose_topic_modes: ['debate'] }, { title: 'x' }, { safe: false }, 'mode_not_allowed'],
    [{}, { title: 'x', mode: 'collab_roles' }, {}, 'mode_not_allowed'],
    [{}, { title: 'x', mode: 'nonsense' }, {}, 'mode_not_allowed'],
    [{}, { title: 'x', visibility: 'owner-only' }, {}, 'visibility_not_allowed'],
    [{ allowed_propose_visibility: ['owner-only'] }, { title: 'x' }, {}, 'visibility_not_allowed'],
    [{}, { title: 'x' }, { eligible: false, safe: false }, 'not_eligible'],
    [{}, { title: 'x' }, { safe: false, duplicate: olderTopic }, 'unsafe'],
    [{}, { title: 'x' }, { duplicate: olderTopic, within_budget: false }, 'duplicate'],
    [{}, { title: 'x' }, { within_budget: false }, 'budget_exceeded'],
  ];
  it('a refused proposal gets its first reason and changes nothing', () => {
    for (const [rules, payload, word, reason] of refusals) {
      const topic = new Checkin({ ...openBox, ...rules });
      topic.word = { ...fine, ...word };
      const before = topic.state;
      const { verdict, decisions } = topic.propose('ada', payload);
      const redirect = reason === 'duplicate' ? { redirect: olderTopic } : {};
      expect([payload, verdict, decisions]).toEqual([
        payload,
        reason,
        [
          {
            agent_id: 'ada',
            request_id: 'r000001',
            request_type: 'propose_topic',
            outcome: 'rejected',
            reason_code: reason,
            ...redirect,
          },
        ],
      ]);
      expect([topic.state === before, topic.records.size]).toEqual([true, 0]);
    }
  });

  it('the platform is not queried about proposals that rules refuse', () => {
    const topic = new Checkin({ ...openBox, proposal_quota_per_day: 1 });
    topic.propose('ada', { title: '' });
    expect(topic.asked).toEqual([]);
    topic.propose('ada', { title: 'x' });
    expect(topic.asked).toEqual(['modes_offered', 'local_day', 'records', 'proposal']);
    topic.propose('ada', { title: 'y' }, 'r000002');
    expect(topic.asked).toEqual(['modes_offered', 'local_day', 'records']);
  });

  it('an audience that the rules allow is taken with its list', () => {
    const topic = new Checkin({ ...openBox, allowed_propose_visibility: ['invite'] });
    const payload = { title: 'x', visibility: 'invite', allowlist_agent_ids: ['bo', 'bo'] };
    expect(topic.propose('ada', payload).decisions).toMatchObject([
      { outcome: 'accepted', payload: { visibility: 'invite', allowlist_agent_ids: ['bo'] } },
    ]);
  });

  it('only accepted proposals count against an agent’s daily quota', () => {
    const topic = new Checkin(openBox);
    topic.word = { ...fine, safe: false };
    for (const id of ['r000001', 'r000002', 'r000003']) topic.propose('ada', { title: 'x' }, id);
    topic.word = fine;
    expect(topic.propose('ada', { title: 'x' }, 'r000004').verdict).toBe('accepted');
    expect(topic.propose('ada', { title: 'y' }, 'r000005', 'propose_task').verdict).toBe('accepted');
    expect(topic.propose('ada', { title: 'z' }, 'r000006')).toMatchObject({
      verdict: 'quota_exceeded',
      decisions: [{ reason_code: 'quota_exceeded' }],
    });
    expect([topic.may('request', 'ada'), topic.may('request', 'bo')]).toEqual([
      'already_posted',
      'r000001 r000002 r000003 r000004',
    ]);
    expect(topic.say('ada', '20260301')).toBe('accepted');
    expect(topic.after(60).propose('ada', { title: 'z' }, 'r000007').verdict).toBe('accepted');
  });
});
