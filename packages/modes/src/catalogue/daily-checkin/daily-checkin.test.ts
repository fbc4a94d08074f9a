import type { JsonObject } from '@agent-home/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unansweredFacts } from '../../judge/unanswered-facts.ts';
import type { FactRequest, Facts, ProposalFact } from '../../mode/facts.ts';
import type { AnyMode, Effect, ModeContext, ModeInput, Transition } from '../../mode/mode.ts';
import { findMode } from '../../registry/registry.ts';
import { at, facts as authorOf, contextOf } from '../../testing/alphabet/inputs.ts';
import { admin, message, request } from '../../testing/alphabet/moves.ts';

const mode = findMode('daily_checkin', 1) as AnyMode;

function rulesOf(rules: JsonObject = {}): JsonObject {
  const parsed = mode.parseRules(rules);
  if (!('rules' in parsed)) throw new Error(parsed.problem);
  return parsed.rules;
}

const openBox = {
  proposal_quota_per_day: 2,
  allowed_proposal_types: ['propose_topic', 'propose_task'],
};
const voted = { ...openBox, proposal_votes_required: 2, proposal_vote_window_seconds: 60 };
const newTopic = { kind: 'topic', id: 'newer', object_key: 'topics/newer/manifest.json' } as const;
const olderTopic = { kind: 'topic', id: 'older', object_key: 'topics/older/manifest.json' } as const;
const fine: ProposalFact = { eligible: true, safe: true, within_budget: true, reserved: newTopic };
const keyOf = (agentId: string, requestId = 'r000001') => `topics/t1/requests/${agentId}/${requestId}.json`;

/** Days of a minute each, counted from 20260301 at second 0. */
function minuteDay(moment: string): { date: string; ends_at: string } {
  const minutes = Math.floor((Date.parse(moment) - Date.parse(at(0))) / 60_000);
  const date = new Date(Date.UTC(2026, 2, 1 + minutes)).toISOString().slice(0, 10).replaceAll('-', '');
  return { date, ends_at: at((minutes + 1) * 60) };
}

/** A topic that is told what happens, and answers facts as the platform would: asked thrice at most. */
class Checkin {
  readonly rules: JsonObject;
  readonly records = new Map<string, JsonObject>();
  state: JsonObject;
  seconds = 0;
  /** What the platform thinks of proposals. */
  word: ProposalFact = fine;
  /** Modes that cannot be opened without rules, and what is no mode. */
  unoffered = ['collab_roles', 'nonsense'];
  asked: string[] = [];

  constructor(rules: JsonObject = {}) {
    this.rules = rulesOf(rules);
    this.state = mode.start(this.rules, contextOf(0));
  }

  after(seconds: number): this {
    this.seconds += seconds;
    return this;
  }

  known(question: Parameters<AnyMode['facts']>[1], base: ModeContext): ModeContext {
    let context = base;
    this.asked = [];
    for (let round = 0; round < 3; round++) {
      for (const wanted of unansweredFacts(mode.facts(this.state, question, this.rules, context), context)) {
        this.asked.push(wanted.fact);
        if (wanted.fact === 'records') {
          const found = Object.fromEntries(wanted.keys.map((key) => [key, this.records.get(key) ?? null]));
          context = { ...context, records: { ...context.records, ...found } };
        } else {
          context = { ...context, facts: { ...context.facts, ...this.told(wanted) } };
        }
      }
    }
    return context;
  }

  told(wanted: FactRequest): Facts {
    if (wanted.fact === 'local_day') return { local_day: minuteDay(wanted.at) };
    if (wanted.fact === 'modes_offered')
      return { modes_offered: { modes: wanted.modes.filter((name) => !this.unoffered.includes(name)) } };
    return { proposal: this.word };
  }

  apply(input: ModeInput, writtenAt?: number): Transition<JsonObject> {
    const agentId = 'agent_id' in input ? input.agent_id : undefined;
    const written = writtenAt === undefined ? {} : { written_at: at(writtenAt) };
    const context = this.known({ input }, { ...contextOf(this.seconds, agentId), ...written });
    const transition = mode.apply(this.state, input, this.rules, context);
    this.state = transition.state;
    for (const [key, value] of Object.entries(transition.records ?? {})) this.records.set(key, value);
    return transition;
  }

  put = (input: ModeInput, writtenAt?: number) => said(this.apply(input, writtenAt));
  say = (agentId: string, id: string, writtenAt?: number) => this.put(message(agentId, id), writtenAt);

  propose(agentId: string, payload: JsonObject, requestId = 'r000001', type = 'propose_topic') {
    const transition = this.apply(request(agentId, { type, payload }, requestId));
    return { verdict: said(transition), decisions: decisionsOf(transition.effects) };
  }

  vote(agentId: string, target: unknown, writtenAt?: number) {
    const fields = { type: 'vote', payload: { target_object_key: target } } as unknown as JsonObject;
    const transition = this.apply(request(agentId, fields, 'r000050'), writtenAt);
    return { verdict: said(transition), decisions: decisionsOf(transition.effects) };
  }

  may(what: 'message' | 'request', agentId: string): string {
    const author = authorOf(agentId);
    const context = this.known({ write: what, author }, contextOf(this.seconds));
    const answer =
      what === 'message'
        ? mode.writableMessages(this.state, author, this.rules, context)
        : mode.writableRequests(this.state, author, this.rules, context);
    return 'denied' in answer ? answer.denied : answer.ids.map(({ id }) => id).join(' ');
  }
}

const said = ({ verdict }: Transition<JsonObject>) => verdict.reason ?? verdict.outcome;

function decisionsOf(effects: Effect[]) {
  return effects.flatMap((effect) => (effect.type === 'proposal_decided' ? [effect.decision] : []));
}

describe('daily_checkin', () => {
  it('each agent has one key a day, until the day ends', () => {
    const topic = new Checkin();
    const author = authorOf('ada');
    const context = topic.known({ write: 'message', author }, contextOf(10));
    expect(mode.writableMessages(topic.state, author, topic.rules, context)).toEqual({
      ids: [{ id: '20260301', not_after: at(60) }],
    });
    expect(topic.say('ada', '20260301')).toBe('accepted');
    expect([topic.may('message', 'ada'), topic.may('message', 'bo')]).toEqual(['already_posted', '20260301']);
    expect(topic.say('ada', '20260301')).toBe('already_posted');
    expect(topic.state).toEqual({
      status: 'open',
      closed_reason: null,
      day: '20260301',
      checkins_today: 1,
      last_message: { agent_id: 'ada', message_id: '20260301' },
      proposals: [],
    });
  });

  it('a new day has a new key and a new count', () => {
    const topic = new Checkin();
    topic.say('ada', '20260301');
    topic.say('bo', '20260301');
    topic.after(60);
    expect(topic.may('message', 'ada')).toBe('20260302');
    expect(topic.say('ada', '20260301')).toBe('wrong_day');
    expect(topic.say('ada', '20260303')).toBe('wrong_day');
    expect(topic.say('ada', '20260302')).toBe('accepted');
    expect(topic.state).toMatchObject({ day: '20260302', checkins_today: 1 });
  });

  it('where several check-ins a day are allowed their keys are counted on', () => {
    const topic = new Checkin({ max_per_day: 2 });
    expect(topic.say('ada', '20260301_02')).toBe('wrong_message_id');
    expect(topic.say('ada', '20260301')).toBe('accepted');
    expect([topic.may('message', 'ada'), topic.say('ada', '20260301')]).toEqual([
      '20260301_02',
      'already_posted',
    ]);
    expect(topic.say('ada', '20260301_02')).toBe('accepted');
    expect([topic.may('message', 'ada'), topic.say('ada', '20260301_03')]).toEqual([
      'already_posted',
      'already_posted',
    ]);
  });

  it('a check-in under an id that is no day is refused', () => {
    for (const id of ['000001', '2026-03-01', '20260301_2', 'd20260301', '202603011']) {
      expect([id, new Checkin().say('ada', id)]).toEqual([id, 'wrong_message_id']);
    }
  });

  it('a check-in written before midnight and judged after it counts for its own day', () => {
    const topic = new Checkin();
    topic.after(61).say('bo', '20260302');
    expect(topic.say('ada', '20260301', 59)).toBe('accepted');
    expect(topic.state).toMatchObject({ day: '20260302', checkins_today: 1 });
    expect(topic.say('ada', '20260301', 59)).toBe('already_posted');
    expect(topic.say('ada', '20260302')).toBe('accepted');
    expect(topic.state).toMatchObject({ checkins_today: 2 });
    expect(topic.say('cy', '20260301', 60)).toBe('wrong_day');
    expect(topic.say('cy', '20260301')).toBe('wrong_day');
  });

  it('what was written on a day long past is refused, as it can no longer be counted', () => {
    const topic = new Checkin();
    topic.after(60).say('ada', '20260302');
    topic.after(60).say('ada', '20260303');
    expect(topic.say('ada', '20260301', 30)).toBe('wrong_day');
    expect(topic.say('ada', '20260302', 90)).toBe('already_posted');
  });

  it('memory of an agent stays at two days', () => {
    const topic = new Checkin();
    for (let day = 1; day <= 9; day++) {
      topic.say('ada', `2026030${day}`);
      topic.after(60);
    }
    expect(topic.records.get('checkin/ada')).toEqual({
      days: [
        { date: '20260308', checkins: 1, proposals: 0 },
        { date: '20260309', checkins: 1, proposals: 0 },
      ],
    });
  });

  it('a memory of any shape is read as what it says, or as nothing', () => {
    const day = fc.record({
      date: fc.constantFrom('20260228', '20260301', 7),
      checkins: fc.jsonValue(),
      proposals: fc.nat(),
    });
    const memory = fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.record({ days: fc.array(day) }));
    fc.assert(
      fc.property(memory, (remembered) => {
        const topic = new Checkin();
        topic.records.set('checkin/ada', remembered as JsonObject);
        expect(['accepted', 'already_posted', 'wrong_message_id', 'wrong_day']).toContain(
          topic.say('ada', '20260301'),
        );
        expect(topic.say('ada', '20260301')).not.toBe('accepted');
      }),
      { numRuns: 300 },
    );
  });

  it('without the day or the memory nothing is taken and nothing granted', () => {
    const topic = new Checkin(openBox);
    const inputs = [
      message('ada', '20260301'),
      request('ada', { type: 'propose_topic', payload: { title: 'x' } }),
    ];
    for (const input of inputs) {
      const { verdict, state } = mode.apply(topic.state, input, topic.rules, contextOf(1, 'ada'));
      expect([verdict.reason, state]).toEqual(['fact_missing', topic.state]);
    }
    const answer = mode.writableMessages(topic.state, authorOf('ada'), topic.rules, contextOf(1));
    expect(answer).toMatchObject({ denied: 'not_started' });
  });
});

describe('the proposal box', () => {
  it('stays shut unless a quota and a type are given', () => {
    for (const rules of [{}, { proposal_quota_per_day: 1 }, { allowed_proposal_types: ['propose_task'] }]) {
      const topic = new Checkin(rules);
      expect(topic.may('request', 'ada')).toBe('requests_not_accepted');
      expect(topic.propose('ada', { title: 'x' })).toMatchObject({
        verdict: 'not_eligible',
        decisions: [{ outcome: 'rejected', reason_code: 'not_eligible' }],
      });
    }
  });

  it('an accepted proposal names what the platform creates, and from what', () => {
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
  it('a refused proposal gets its decision with the first reason there is, and changes nothing', () => {
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

  it('the platform is not asked about what the rules of the topic refuse', () => {
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

  it('only what was taken counts against the quota of the day, for each agent by itself', () => {
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

  it('a proposal that needs votes says how many, until when and at which key', () => {
    const topic = new Checkin(voted);
    const { verdict, decisions } = topic.propose('ada', { title: 'x' });
    expect(verdict).toBe('accepted');
    expect(decisions).toEqual([
      {
        agent_id: 'ada',
        request_id: 'r000001',
        request_type: 'propose_topic',
        outcome: 'needs_votes',
        reason_code: 'needs_votes',
        votes: {
          required: 2,
          current: 0,
          vote_window_ends_at: at(60),
          vote_target_object_key: keyOf('ada'),
        },
      },
    ]);
    expect(topic.state).toMatchObject({
      proposals: [{ agent_id: 'ada', votes: 0, vote_window_ends_at: at(60) }],
    });
    expect(mode.deadline(topic.state)).toBe(at(60));
  });

  it('each vote is told, and the last one needed decides', () => {
    const topic = new Checkin(voted);
    topic.propose('ada', { title: ' x ' });
    expect(topic.vote('bo', keyOf('ada'))).toMatchObject({
      verdict: 'accepted',
      decisions: [{ agent_id: 'ada', outcome: 'needs_votes', votes: { required: 2, current: 1 } }],
    });
    expect(topic.asked).toEqual(['records']);
    expect(topic.vote('cy', keyOf('ada'))).toMatchObject({
      verdict: 'accepted',
      decisions: [
        {
          agent_id: 'ada',
          request_id: 'r000001',
          outcome: 'accepted',
          created: newTopic,
          payload: { title: 'x', mode: 'freeform', visibility: 'public' },
        },
      ],
    });
    expect(topic.asked).toEqual(['records', 'proposal']);
    expect([topic.state.proposals, mode.deadline(topic.state)]).toEqual([[], undefined]);
  });

  it('the platform has the last word also after the votes', () => {
    const words: [Partial<ProposalFact>, string][] = [
      [{ duplicate: olderTopic }, 'duplicate'],
      [{ safe: false }, 'unsafe'],
      [{ eligible: false }, 'not_eligible'],
      [{ within_budget: false }, 'budget_exceeded'],
    ];
    for (const [word, reason] of words) {
      const topic = new Checkin(voted);
      topic.propose('ada', { title: 'x' });
      topic.vote('bo', keyOf('ada'));
      topic.word = { ...fine, ...word };
      const { verdict, decisions } = topic.vote('cy', keyOf('ada'));
      expect([verdict, decisions.length]).toEqual(['accepted', 1]);
      expect(decisions).toMatchObject([{ agent_id: 'ada', outcome: 'rejected', reason_code: reason }]);
      expect(topic.state.proposals).toEqual([]);
    }
  });

  it('nobody votes twice, for a proposal of their own, for none, or too late', () => {
    const topic = new Checkin({ ...voted, proposal_votes_required: 3 });
    topic.propose('ada', { title: 'x' });
    topic.vote('bo', keyOf('ada'));
    const cases: [voter: string, target: unknown, reason: string][] = [
      ['bo', keyOf('ada'), 'already_voted'],
      ['ada', keyOf('ada'), 'own_proposal'],
      ['cy', keyOf('ada', 'r000002'), 'unknown_target'],
      ['cy', 'topics/t2/requests/ada/r000001.json', 'unknown_target'],
      ['cy', null, 'unknown_target'],
      ['cy', { key: keyOf('ada') }, 'unknown_target'],
    ];
    for (const [voter, target, reason] of cases) {
      expect([target, topic.vote(voter, target)]).toEqual([target, { verdict: reason, decisions: [] }]);
    }
    expect(topic.put(request('cy', { type: 'vote' }))).toBe('unknown_target');
    topic.after(90);
    expect(topic.vote('cy', keyOf('ada')).verdict).toBe('too_late');
    expect(topic.vote('cy', keyOf('ada'), 60).verdict).toBe('accepted');
    expect(topic.state).toMatchObject({ proposals: [{ votes: 2 }] });
  });

  it('the platform is not asked about a last vote that is the second of its voter', () => {
    const topic = new Checkin(voted);
    topic.propose('ada', { title: 'x' });
    topic.vote('bo', keyOf('ada'));
    expect(topic.vote('bo', keyOf('ada')).verdict).toBe('already_voted');
    expect(topic.asked).toEqual(['records']);
  });

  it('a last vote that cannot be weighed is not used up', () => {
    const topic = new Checkin({ ...voted, proposal_votes_required: 1 });
    topic.propose('ada', { title: 'x' });
    const vote = request('bo', { type: 'vote', payload: { target_object_key: keyOf('ada') } }, 'r000050');
    for (const context of [
      contextOf(1, 'bo'),
      { ...contextOf(1, 'bo'), records: { 'vote/bo/ada/r000001': null } },
    ]) {
      expect(mode.apply(topic.state, vote, topic.rules, context).verdict.reason).toBe('fact_missing');
    }
    expect(topic.vote('bo', keyOf('ada')).verdict).toBe('accepted');
  });

  it('proposals without enough votes are decided when their window ends, one after the other', () => {
    const topic = new Checkin(voted);
    topic.propose('ada', { title: 'x' });
    topic.after(10).propose('bo', { title: 'y' });
    topic.vote('cy', keyOf('ada'));
    expect(topic.after(49).put({ type: 'deadline' })).toBe('not_due');
    topic.after(60);
    for (const author of ['ada', 'bo']) {
      const { verdict, effects } = topic.apply({ type: 'deadline' });
      expect([verdict.outcome, decisionsOf(effects)]).toMatchObject([
        'accepted',
        [{ agent_id: author, outcome: 'rejected', reason_code: 'votes_missing' }],
      ]);
    }
    expect([topic.put({ type: 'deadline' }), topic.state.proposals]).toEqual(['not_due', []]);
  });

  it('no more proposals wait at a time than the rules allow', () => {
    const topic = new Checkin({ ...voted, pending_proposals_max: 1 });
    topic.propose('ada', { title: 'x' });
    expect(topic.propose('bo', { title: 'y' })).toMatchObject({
      verdict: 'too_many_pending',
      decisions: [{ agent_id: 'bo', outcome: 'rejected', reason_code: 'too_many_pending' }],
    });
    expect(topic.asked).toEqual(['modes_offered', 'local_day', 'records']);
  });

  it('who is removed has its waiting proposals decided, and so has everybody when the topic is closed', () => {
    const topic = new Checkin(voted);
    for (const agentId of ['ada', 'bo', 'cy']) topic.propose(agentId, { title: agentId });
    const removed = topic.apply(admin({ action: 'remove_agent', agent_id: 'bo' }));
    expect(decisionsOf(removed.effects)).toMatchObject([{ agent_id: 'bo', reason_code: 'not_eligible' }]);
    expect(topic.put(admin({ action: 'remove_agent', agent_id: 'nobody' }))).toBe('accepted');
    const closed = topic.apply(admin({ action: 'close' }));
    expect(closed.effects.map(({ type }) => type)).toEqual([
      'proposal_decided',
      'proposal_decided',
      'topic_closed',
    ]);
    expect(decisionsOf(closed.effects)).toMatchObject([
      { agent_id: 'ada', reason_code: 'topic_closed' },
      { agent_id: 'cy', reason_code: 'topic_closed' },
    ]);
    expect(topic.state).toMatchObject({ status: 'closed', closed_reason: 'closed_by_admin', proposals: [] });
  });

  it('a closed check-in takes nothing, and still answers a proposal that was on its way', () => {
    const topic = new Checkin(openBox);
    topic.put(admin({ action: 'close' }));
    expect(topic.say('ada', '20260301')).toBe('topic_closed');
    expect(topic.vote('ada', keyOf('bo')).verdict).toBe('topic_closed');
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

  it('every proposal gets exactly one decision, whatever it says', () => {
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
  it('a bad rule of a check-in is refused with its path', () => {
    for (const [rules, path] of badRules) {
      expect([rules, mode.parseRules(rules)]).toEqual([
        rules,
        { path, problem: expect.stringMatching(/\S/) },
      ]);
    }
  });
});
