import type { JsonObject } from '@agent-home/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnyMode, ModeContext, ModeInput } from '../../mode/mode.ts';
import { findMode } from '../../registry/registry.ts';
import {
  at,
  contextOf,
  facts,
  messageDocument,
  rawInput,
  requestDocument,
  terms,
} from '../../testing/alphabet/inputs.ts';
import { admin, message, request } from '../../testing/alphabet/moves.ts';
import { TestLedger } from '../../testing/topics/ledger.ts';
import { startTopic, stepTopic, type TopicInTest, writable } from '../../testing/topics/topic-in-test.ts';
import { houseThemes } from './themes.ts';

const mode = findMode('poetry_duel', 1) as AnyMode;

function rulesOf(rules: JsonObject = {}): JsonObject {
  const parsed = mode.parseRules({ submission_deadline_seconds: 60, voting_seconds: 30, ...rules });
  if (!('rules' in parsed)) throw new Error(parsed.problem);
  return parsed.rules;
}

const keyOf = (agentId: string, messageId = 'round_000001') =>
  `topics/t1/messages/${agentId}/${messageId}.json`;

/** A duel that is told what happens. A poem's score in tests is its length, modulo eleven. */
class Duel {
  readonly rules: JsonObject;
  topic: TopicInTest;
  seconds = 0;

  constructor(rules: JsonObject = {}) {
    this.rules = rulesOf(rules);
    this.topic = startTopic(mode, this.rules);
  }

  get state(): JsonObject {
    return this.topic.state;
  }

  after(seconds: number): this {
    this.seconds += seconds;
    return this;
  }

  /** The verdict on the input, then those on all that is revealed because of it. */
  put(input: ModeInput): string {
    const { topic, steps } = stepTopic(mode, this.rules, this.topic, input, this.seconds);
    this.topic = topic;
    return steps.map(({ transition: { verdict } }) => verdict.reason ?? verdict.outcome).join(' ');
  }

  poem(
    agentId: string,
    text = `${agentId} writes`,
    id = String(this.state.round_id),
    meta?: JsonObject,
  ): string {
    return this.put(message(agentId, id, { content: { text }, ...(meta ? { meta } : {}) }));
  }

  vote(agentId: string, payload: JsonObject): string {
    return this.put(request(agentId, { type: 'vote', payload }));
  }

  deadline = () => this.put({ type: 'deadline' });
  remove = (agentId: string) => this.put(admin({ action: 'remove_agent', agent_id: agentId }));
  leave = (agentId: string) => this.put(request(agentId, { type: 'leave' }));

  may(agentId: string): string {
    const answer = writable(mode, this.rules, this.topic, 'message', agentId, this.seconds);
    return 'denied' in answer ? answer.denied : answer.ids.map(({ id }) => id).join(' ');
  }

  result(round = 0): JsonObject {
    return (this.state.results as JsonObject[])[round] ?? {};
  }
}

/** Ada and Bo have shown poems of five and three characters; votes are taken. */
function shown(rules: JsonObject = {}): Duel {
  const duel = new Duel({ rounds_max: 1, ...rules });
  duel.poem('ada', '秋月照江水');
  duel.poem('bo', '江上月');
  duel.after(60).deadline();
  return duel;
}

describe('poetry_duel', () => {
  it('a duel opens with its first round, its theme and its deadline', () => {
    const duel = new Duel({ themes: ['秋月'] });
    expect(duel.state).toMatchObject({
      status: 'open',
      phase: 'open',
      round_id: 'round_000001',
      theme: '秋月',
      submission_deadline_at: at(60),
      submissions_count: 0,
      results: [],
      standings: [],
    });
    expect(mode.deadline(duel.state)).toBe(at(60));
  });

  it('any reader may submit one poem to the open round, at the one key of the round', () => {
    const duel = new Duel();
    const ask = (agentId: string) => writable(mode, duel.rules, duel.topic, 'message', agentId, 0);
    expect(ask('stranger')).toEqual({ ids: [{ id: 'round_000001', not_after: at(60) }] });
    expect(duel.poem('ada')).toBe('accepted');
    expect([duel.may('ada'), duel.may('bo')]).toEqual(['already_posted', 'round_000001']);
    expect(duel.poem('ada')).toBe('already_posted');
    expect(duel.state).toMatchObject({ submissions_count: 1 });
  });

  it('where several poems are allowed their keys are counted on', () => {
    const duel = new Duel({ max_submissions_per_round: 2 });
    expect(duel.poem('ada', 'x', 'round_000001_02')).toBe('wrong_message_id');
    expect(duel.poem('ada')).toBe('accepted');
    expect(duel.may('ada')).toBe('round_000001_02');
    expect(duel.poem('ada', 'x', 'round_000001')).toBe('already_posted');
    expect(duel.poem('ada', 'x', 'round_000001_02')).toBe('accepted');
    expect([duel.may('ada'), duel.poem('ada', 'x', 'round_000001_03')]).toEqual([
      'already_posted',
      'already_posted',
    ]);
  });

  it('a poem at a key of no round, or of another, is refused', () => {
    const duel = new Duel();
    const cases = [
      ['000001', 'wrong_message_id'],
      ['round_1', 'wrong_message_id'],
      ['round_000001_01', 'wrong_message_id'],
      ['round_000002', 'round_closed'],
      ['round_000009_02', 'round_closed'],
    ] as const;
    for (const [id, verdict] of cases) expect([id, duel.poem('ada', 'x', id)]).toEqual([id, verdict]);
    expect(duel.state.submissions_count).toBe(0);
  });

  it('a full round takes no more poets, but further poems of those it has', () => {
    const duel = new Duel({ max_participants: 2, max_submissions_per_round: 2 });
    expect([duel.poem('ada'), duel.poem('bo'), duel.poem('cy')]).toEqual([
      'accepted',
      'accepted',
      'round_full',
    ]);
    expect([duel.may('cy'), duel.may('bo')]).toEqual(['slots_full', 'round_000001_02']);
    expect(duel.poem('bo', 'x', 'round_000001_02')).toBe('accepted');
  });

  it('a poem written after the deadline is too late, one judged late but written in time is not', () => {
    const rules = rulesOf();
    const sealed: ModeInput = {
      type: 'sealed',
      place: { what: 'message', agent_id: 'ada', id: 'round_000001' },
    };
    const cases = [
      [60, 90, 'accepted'],
      [60.001, 60.001, 'too_late'],
      [undefined, 60, 'accepted'],
      [undefined, 61, 'too_late'],
    ] as const;
    for (const [writtenAt, judgedAt, expected] of cases) {
      const written = writtenAt === undefined ? {} : { written_at: at(writtenAt) };
      const context: ModeContext = { ...contextOf(judgedAt, 'ada'), ...written };
      const { verdict } = mode.apply(mode.start(rules, contextOf(0)), sealed, rules, context);
      expect([writtenAt, judgedAt, verdict.reason ?? verdict.outcome]).toEqual([
        writtenAt,
        judgedAt,
        expected,
      ]);
    }
  });

  it('after its deadline no key of a round is granted, put in or not', () => {
    const duel = new Duel();
    expect(duel.after(59).may('ada')).toBe('round_000001');
    expect(duel.after(1).may('ada')).toBe('round_closed');
    const judging = shown();
    expect([judging.may('cy'), judging.poem('cy')]).toEqual(['round_closed', 'round_closed']);
  });

  it('poems are sealed while their round is open, votes while they are taken', () => {
    const duel = shown();
    const open = new Duel().state;
    const seals = (state: JsonObject, what: 'message' | 'request', type?: string) =>
      mode.seals(state, { what, agent_id: 'ada', id: 'round_000001' }, type);
    expect([seals(open, 'message'), seals(open, 'request', 'vote'), seals(open, 'request', 'leave')]).toEqual(
      [true, false, false],
    );
    expect([seals(duel.state, 'message'), seals(duel.state, 'request', 'vote')]).toEqual([false, true]);
    expect(seals(duel.state, 'request', 'leave')).toBe(false);
    duel.put(admin({ action: 'close' }));
    expect([seals(duel.state, 'message'), seals(duel.state, 'request', 'vote')]).toEqual([false, false]);
  });

  it('two duels that differ in their poems alone are the same until the poems are shown', () => {
    const text = fc.oneof(
      fc.string({ minLength: 1, unit: 'grapheme' }),
      fc.constantFrom('秋月', 'a\nb', '🌕'),
    );
    const meta = fc.option(fc.constantFrom<JsonObject>({ round_id: 'round_000009' }, { title: '月' }), {
      nil: undefined,
    });
    const poems = fc.array(fc.tuple(text, meta), { minLength: 3, maxLength: 3 });
    const upToReveal = (given: [string, JsonObject | undefined][]) => {
      const ledger = new TestLedger(mode, terms('poetry_duel', rulesOf()), contextOf(0));
      given.forEach(([content, fields], index) => {
        const agentId = ['ada', 'bo', 'ada'][index] ?? 'cy';
        const document = messageDocument(agentId, 'round_000001', {
          content: { text: content },
          ...(fields ? { meta: fields } : {}),
        });
        ledger.judge(rawInput(document, true), contextOf(index, agentId));
      });
      return ledger.entries.map(({ body, header: { input, previous, ...header } }, index) => {
        const { commitment, ...place } = input;
        return index === 0 ? header : { header, place, body };
      });
    };
    const expected = upToReveal([
      ['x', undefined],
      ['y', undefined],
      ['z', undefined],
    ]);
    fc.assert(
      fc.property(poems, (given) => {
        expect(upToReveal(given)).toEqual(expected);
      }),
      { numRuns: 50 },
    );
  });

  it('at the deadline all poems are shown in the order they came, and votes are taken', () => {
    const duel = new Duel();
    duel.poem('bo', '江上月');
    duel.poem('ada', '秋月照江水');
    expect(duel.after(59).deadline()).toBe('not_due');
    expect(duel.after(1).deadline()).toBe('accepted accepted accepted');
    expect(duel.state).toMatchObject({
      phase: 'judging',
      voting_ends_at: at(90),
      submissions: [
        { agent_id: 'bo', valid: true, score: 3 },
        { agent_id: 'ada', valid: true, score: 5 },
      ],
    });
    expect(mode.deadline(duel.state)).toBe(at(90));
  });

  it('a poem that names another round is shown but does not count', () => {
    const duel = new Duel({ rounds_max: 1 });
    duel.poem('ada', 'x', 'round_000001', { round_id: 'round_000002' });
    duel.poem('bo', 'xy', 'round_000001', { round_id: 'round_000001', title: '月' });
    duel.poem('cy', 'xyz');
    expect(duel.after(60).deadline()).toBe('accepted wrong_round accepted accepted');
    expect(duel.state).toMatchObject({
      submissions: [{ valid: false, score: null }, { valid: true }, { valid: true }],
    });
    expect(duel.vote('dot', { target_object_key: keyOf('ada') })).toBe('accepted');
    expect(duel.after(30).deadline()).toBe('accepted bad_vote');
  });

  it('votes rank by their sum, whatever the platform thinks', () => {
    const duel = shown();
    expect(duel.vote('cy', { target_object_key: keyOf('bo'), score: 6 })).toBe('accepted');
    expect(duel.vote('dot', { target_object_key: keyOf('bo'), score: 5 })).toBe('accepted');
    expect(duel.vote('eve', { target_object_key: keyOf('ada') })).toBe('accepted');
    expect(duel.state).toMatchObject({ submissions: [{ votes: 0 }, { votes: 0 }] });
    expect(duel.after(30).deadline()).toBe('accepted accepted accepted accepted');
    expect(duel.state).toMatchObject({
      status: 'closed',
      closed_reason: 'completed',
      phase: 'done',
      results: [
        {
          round_id: 'round_000001',
          outcome: 'won',
          winners: ['bo'],
          tally: [
            { agent_id: 'ada', votes: 10, score: 5 },
            { agent_id: 'bo', votes: 11, score: 3 },
          ],
        },
      ],
      standings: [{ agent_id: 'bo', wins: 1 }],
    });
  });

  it("the platform's score decides between poems with the same votes", () => {
    const duel = shown();
    duel.vote('ada', { target_object_key: keyOf('bo'), score: 8 });
    duel.vote('bo', { target_object_key: keyOf('ada'), score: 8 });
    duel.after(30).deadline();
    expect(duel.result()).toMatchObject({ outcome: 'won', winners: ['ada'] });
  });

  it('poets who are equal in everything share the round', () => {
    const duel = new Duel({ rounds_max: 1 });
    duel.poem('ada', '秋月');
    duel.poem('bo', '江水');
    duel.poem('cy', '秋');
    duel.after(60).deadline();
    duel.after(30).deadline();
    expect(duel.result()).toMatchObject({ outcome: 'shared', winners: ['ada', 'bo'] });
    expect(duel.state.standings).toEqual([
      { agent_id: 'ada', wins: 1 },
      { agent_id: 'bo', wins: 1 },
    ]);
  });

  it('without votes the score of the platform ranks and the next round opens at once', () => {
    const duel = new Duel({ judge_mode: ['platform'], rounds_max: 2, themes: ['a', 'b'] });
    duel.poem('ada', 'four');
    duel.poem('bo', 'sixsix');
    expect(duel.after(75).deadline()).toBe('accepted accepted accepted');
    expect(duel.result()).toMatchObject({ outcome: 'won', winners: ['bo'] });
    expect(duel.state).toMatchObject({
      phase: 'open',
      round_id: 'round_000002',
      theme: 'b',
      submission_deadline_at: at(135),
      submissions: [],
      submissions_count: 0,
    });
    expect(duel.may('ada')).toBe('round_000002');
  });

  it('where votes alone judge, the platform is not asked, and without a vote nobody wins', () => {
    const duel = shown({ judge_mode: ['vote'] });
    expect(duel.state).toMatchObject({ submissions: [{ score: null }, { score: null }] });
    const place = { what: 'message', agent_id: 'ada', id: 'round_000001' } as const;
    const open = new Duel({ judge_mode: ['vote'] });
    open.poem('ada');
    const closed = mode.apply(open.state, { type: 'deadline' }, open.rules, contextOf(60)).state;
    const reveal: ModeInput = {
      type: 'reveal',
      place,
      message: messageDocument('ada', 'round_000001') as never,
    };
    expect(mode.facts(closed, { input: reveal }, open.rules, contextOf(60))).toEqual([]);
    expect(mode.facts(closed, { input: reveal }, rulesOf(), contextOf(60))).toEqual([
      { fact: 'poem', theme: houseThemes[0], text: 'ada says 你好' },
    ]);
    expect(duel.after(30).deadline()).toBe('accepted');
    expect(duel.result()).toMatchObject({ outcome: 'no_votes', winners: [] });
  });

  it('a poem that should have a score is not shown without one', () => {
    const duel = new Duel();
    duel.poem('ada');
    const closed = mode.apply(duel.state, { type: 'deadline' }, duel.rules, contextOf(60)).state;
    const place = { what: 'message', agent_id: 'ada', id: 'round_000001' } as const;
    const reveal: ModeInput = {
      type: 'reveal',
      place,
      message: messageDocument('ada', 'round_000001') as never,
    };
    const { verdict, state } = mode.apply(closed, reveal, duel.rules, contextOf(60));
    expect([verdict.reason, state]).toEqual(['fact_missing', closed]);
    const other: ModeInput = { ...reveal, place: { ...place, agent_id: 'bo' } };
    expect(mode.apply(closed, other, duel.rules, contextOf(60)).verdict.reason).toBe('not_due');
  });

  it('of several poems of one poet the votes add up and the best score counts', () => {
    const duel = new Duel({ rounds_max: 1, max_submissions_per_round: 3 });
    duel.poem('ada', 'seven..');
    duel.poem('ada', 'two', 'round_000001_02');
    duel.poem('ada', 'nine.....', 'round_000001_03');
    duel.poem('bo', 'ten.......');
    duel.after(60).deadline();
    duel.vote('cy', { target_object_key: keyOf('ada'), score: 3 });
    duel.vote('dot', { target_object_key: keyOf('ada', 'round_000001_02'), score: 4 });
    duel.vote('eve', { target_object_key: keyOf('bo'), score: 6 });
    duel.after(30).deadline();
    expect(duel.result()).toMatchObject({
      winners: ['ada'],
      tally: [
        { agent_id: 'ada', votes: 7, score: 9 },
        { agent_id: 'bo', votes: 6, score: 10 },
      ],
    });
  });

  it('a voter has one vote a round, judged before anybody knows what it says', () => {
    const duel = shown();
    expect(duel.vote('cy', { target_object_key: 'nonsense' })).toBe('accepted');
    expect(duel.vote('cy', { target_object_key: keyOf('bo') })).toBe('already_voted');
    expect(duel.after(30).deadline()).toBe('accepted bad_vote');
  });

  const badVotes: [voter: string, payload: JsonObject][] = [
    ['ada', { target_object_key: keyOf('ada') }],
    ['cy', { target_object_key: keyOf('dot') }],
    ['cy', { target_object_key: keyOf('ada', 'round_000002') }],
    ['cy', { target_object_key: `topics/t2/messages/ada/round_000001.json` }],
    ['cy', { target_object_key: [keyOf('ada')] }],
    ['cy', {}],
    ['cy', { target_object_key: keyOf('ada'), score: 0 }],
    ['cy', { target_object_key: keyOf('ada'), score: 11 }],
    ['cy', { target_object_key: keyOf('ada'), score: 1.5 }],
    ['cy', { target_object_key: keyOf('ada'), score: '10' }],
    ['cy', { target_object_key: keyOf('ada'), score: null }],
  ];
  it('a vote for oneself, for no poem of the round or out of range does not count', () => {
    for (const [voter, payload] of badVotes) {
      const duel = shown();
      duel.vote(voter, payload);
      expect([payload, duel.after(30).deadline()]).toEqual([payload, 'accepted bad_vote']);
      expect(duel.result()).toMatchObject({ tally: [{ votes: 0 }, { votes: 0 }] });
    }
  });

  it('a vote that says anything at all is opened and the duel goes on', () => {
    const payload = fc.oneof(
      fc.dictionary(fc.constantFrom('target_object_key', 'score', '__proto__'), fc.jsonValue()),
      fc.record({ target_object_key: fc.constant(keyOf('ada')), score: fc.jsonValue() }),
    );
    fc.assert(
      fc.property(payload, (given) => {
        const duel = shown();
        duel.vote('cy', given as JsonObject);
        expect(duel.after(30).deadline()).toMatch(/^accepted (accepted|bad_vote)$/);
        expect(duel.state.status).toBe('closed');
      }),
      { numRuns: 200 },
    );
  });

  it('a vote without a payload does not count either', () => {
    const duel = shown();
    expect(duel.put(request('cy', { type: 'vote' }))).toBe('accepted');
    expect(duel.after(30).deadline()).toBe('accepted bad_vote');
  });

  it('votes are taken from the showing of the poems until the voting ends', () => {
    const early = new Duel();
    early.poem('ada');
    expect(early.vote('cy', { target_object_key: keyOf('ada') })).toBe('voting_closed');
    const duel = shown();
    expect(duel.after(30).vote('cy', { target_object_key: keyOf('ada') })).toBe('accepted');
    expect(duel.after(1).vote('dot', { target_object_key: keyOf('ada') })).toBe('too_late');
  });

  it('a round takes two hundred votes and no more', () => {
    let { state } = shown().topic;
    const rules = rulesOf({ rounds_max: 1 });
    const cast = (index: number) => {
      const place = { what: 'request', agent_id: `voter-${index}`, id: 'r000001' } as const;
      return mode.apply(state, { type: 'sealed', place, request_type: 'vote' }, rules, contextOf(61));
    };
    for (let index = 0; index < 200; index++) state = cast(index).state;
    expect(cast(200).verdict).toMatchObject({ outcome: 'rejected', reason: 'votes_full' });
    expect((state.votes as unknown[]).length).toBe(200);
  });

  it('a round with too few poets has no winner, and two such rounds in a row end the duel', () => {
    const duel = new Duel({ rounds_max: 5 });
    duel.poem('ada');
    expect(duel.after(60).deadline()).toBe('accepted accepted');
    expect(duel.state).toMatchObject({ round_id: 'round_000002', phase: 'open' });
    expect(duel.result()).toMatchObject({ outcome: 'no_contest', winners: [], tally: [{ agent_id: 'ada' }] });
    duel.after(60).deadline();
    expect(duel.state).toMatchObject({
      status: 'closed',
      closed_reason: 'too_few',
      phase: 'done',
      standings: [],
    });
  });

  it('an empty round in between does not end the duel', () => {
    const duel = new Duel({ rounds_max: 3, judge_mode: ['platform'] });
    duel.after(60).deadline();
    duel.poem('ada');
    duel.poem('bo');
    duel.after(60).deadline();
    duel.after(60).deadline();
    expect(duel.state).toMatchObject({ closed_reason: 'completed' });
    expect((duel.state.results as JsonObject[]).map(({ outcome }) => outcome)).toEqual([
      'no_contest',
      'won',
      'no_contest',
    ]);
  });

  it('themes come in their order and over again', () => {
    const duel = new Duel({ rounds_max: 3, themes: ['春', '秋'], judge_mode: ['platform'] });
    for (const theme of ['春', '秋', '春']) {
      expect(duel.state.theme).toBe(theme);
      duel.poem('ada');
      duel.poem('bo');
      duel.after(60).deadline();
    }
    expect(duel.state).toMatchObject({ status: 'closed', closed_reason: 'completed' });
  });

  it('who leaves before the poems are shown is shown, but does not count, and stays out of the round', () => {
    const duel = new Duel({ max_submissions_per_round: 2, rounds_max: 1 });
    for (const agentId of ['ada', 'bo', 'cy']) duel.poem(agentId);
    expect(duel.leave('ada')).toBe('accepted');
    expect([duel.leave('ada'), duel.leave('dot')]).toEqual(['not_in_cast', 'not_in_cast']);
    expect([duel.may('ada'), duel.poem('ada', 'x', 'round_000001_02')]).toEqual([
      'round_closed',
      'round_closed',
    ]);
    expect(duel.after(60).deadline()).toBe('accepted removed accepted accepted');
    expect(duel.leave('bo')).toBe('not_in_cast');
    duel.after(30).deadline();
    expect(duel.result()).toMatchObject({ tally: [{ agent_id: 'bo' }, { agent_id: 'cy' }] });
  });

  it('neither poem nor vote of a removed agent counts', () => {
    const duel = new Duel({ rounds_max: 1 });
    for (const agentId of ['ada', 'bo', 'cy']) duel.poem(agentId);
    expect(duel.remove('cy')).toBe('accepted');
    expect(duel.after(60).deadline()).toBe('accepted accepted accepted removed');
    duel.vote('cy', { target_object_key: keyOf('ada') });
    expect([duel.remove('cy'), duel.remove('nobody')]).toEqual(['accepted', 'accepted']);
    expect(duel.after(30).deadline()).toBe('accepted removed');
    expect(duel.result()).toMatchObject({ tally: [{ votes: 0 }, { votes: 0 }] });
  });

  it('a duel that an admin closes shows nothing more and grants nothing', () => {
    const duel = new Duel();
    duel.poem('ada');
    expect(duel.put(admin({ action: 'close' }))).toBe('accepted');
    expect(duel.state).toMatchObject({ status: 'closed', closed_reason: 'closed_by_admin', phase: 'done' });
    expect([mode.owed(duel.state), mode.deadline(duel.state), duel.may('bo')]).toEqual([
      undefined,
      undefined,
      'topic_closed',
    ]);
    expect(writable(mode, duel.rules, duel.topic, 'request', 'ada', 0)).toMatchObject({
      denied: 'topic_closed',
    });
    expect([duel.poem('bo'), duel.deadline(), duel.leave('ada')]).toEqual(Array(3).fill('topic_closed'));
  });

  it('a request that a duel has no use for is recorded as ignored', () => {
    const duel = new Duel();
    expect(duel.put(request('ada', { type: 'queue_join' }))).toBe('ignored');
    const sealed: ModeInput = {
      type: 'sealed',
      place: { what: 'request', agent_id: 'ada', id: 'r000001' },
      request_type: 'custom',
    };
    expect(mode.apply(duel.state, sealed, duel.rules, contextOf(1)).verdict.reason).toBe('ignored');
    expect(
      mode.apply(duel.state, { type: 'reveal_secret', secret: '' }, duel.rules, contextOf(1)).verdict.reason,
    ).toBe('ignored');
    expect(
      mode.writableRequests(duel.state, facts('ada', { last_request_number: 3 }), duel.rules, contextOf(0)),
    ).toEqual({ ids: [{ id: 'r000004' }, { id: 'r000005' }, { id: 'r000006' }, { id: 'r000007' }] });
  });

  it('an opened vote is the one that was owed', () => {
    const duel = shown();
    duel.vote('cy', { target_object_key: keyOf('ada') });
    const counting = mode.apply(duel.state, { type: 'deadline' }, duel.rules, contextOf(90)).state;
    const document = requestDocument('dot', 'r000001', { type: 'vote' }) as never;
    const other: ModeInput = {
      type: 'reveal',
      place: { what: 'request', agent_id: 'dot', id: 'r000001' },
      request: document,
    };
    expect(mode.owed(counting)).toEqual({ reveal: { what: 'request', agent_id: 'cy', id: 'r000001' } });
    expect(mode.apply(counting, other, duel.rules, contextOf(90)).verdict.reason).toBe('not_due');
    expect(mode.apply(counting, { type: 'deadline' }, duel.rules, contextOf(99)).verdict.reason).toBe(
      'not_due',
    );
  });

  it('poetry_duel writes its default rules out', () => {
    expect(mode.parseRules({})).toEqual({
      rules: {
        rounds_max: 3,
        submission_deadline_seconds: 300,
        max_submissions_per_round: 1,
        judge_mode: ['platform', 'vote'],
        voting_seconds: 300,
        themes: houseThemes,
        min_participants: 2,
        max_participants: 12,
      },
    });
    expect(new Set(houseThemes).size).toBe(12);
  });

  const badRules: [rules: unknown, path: string][] = [
    [{ rounds_max: 0 }, 'rules.rounds_max'],
    [{ rounds_max: 11 }, 'rules.rounds_max'],
    [{ max_submissions_per_round: 6 }, 'rules.max_submissions_per_round'],
    [{ judge_mode: [] }, 'rules.judge_mode'],
    [{ judge_mode: 'platform|vote' }, 'rules.judge_mode'],
    [{ judge_mode: ['vote', 'vote'] }, 'rules.judge_mode'],
    [{ judge_mode: ['jury'] }, 'rules.judge_mode.0'],
    [{ themes: [] }, 'rules.themes'],
    [{ themes: ['  '] }, 'rules.themes.0'],
    [{ themes: Array(51).fill('x') }, 'rules.themes'],
    [{ min_participants: 1 }, 'rules.min_participants'],
    [{ min_participants: 3, max_participants: 2 }, 'rules.min_participants'],
    [{ voting_seconds: 0 }, 'rules.voting_seconds'],
    [{ submission_deadline_seconds: 1.5 }, 'rules.submission_deadline_seconds'],
    [{ rounds: 1 }, 'rules'],
  ];
  it('a bad rule of a duel is refused with its path', () => {
    for (const [rules, path] of badRules) {
      expect([rules, mode.parseRules(rules)]).toEqual([
        rules,
        { path, problem: expect.stringMatching(/\S/) },
      ]);
    }
  });
});
