import { describe, expect, it } from 'vitest';
import { findMode } from '../../registry/registry.ts';
import { pick, randomCommitment, randomValue } from '../../shared/random.ts';
import { at, contextOf, facts } from '../../testing/alphabet/inputs.ts';
import { message, request } from '../../testing/alphabet/moves.ts';
import { TurnStory } from '../../testing/stories/turn-story.ts';
import { testSecret } from '../../testing/topics/answer-facts.ts';

const circle = (rules = {}) => new TurnStory('drum_pass', rules);
const pass = (story: TurnStory, agentId: string, to: unknown) =>
  story.request(agentId, 'pass_to', { to_agent_id: to as string });
const say = (story: TurnStory, agentId = String(story.state.holder_agent_id)) =>
  story.message(agentId, `${story.state.beat_id}_0001`);
const reveal = (story: TurnStory, secret: string) => story.put({ type: 'reveal_secret', secret });

function begun(rules = {}): TurnStory {
  const story = circle(rules);
  story.join('ada', 'bo', 'cy');
  return story;
}

describe('drum_pass', () => {
  it('the drum starts with the second member, and the first to join holds the baton', () => {
    const story = circle();
    expect(story.join('ada')).toBe('accepted');
    expect([story.may('ada'), story.may('bo')]).toEqual(['not_started', 'not_in_cast']);
    expect(story.after(5).join('bo')).toBe('accepted');
    expect(story.state).toMatchObject({
      beat_id: 'beat_000001',
      holder_agent_id: 'ada',
      holder_expires_at: at(65),
      pass_count: 0,
      last_message_id: null,
    });
    expect(story.last?.effects).toEqual([
      { type: 'turn_started', agent_id: 'ada', turn_id: 'beat_000001', expires_at: at(65) },
    ]);
    expect([story.join('cy'), story.join('cy')]).toEqual(['accepted', 'already_joined']);
    expect(story.state.holder_agent_id).toBe('ada');
  });

  it('one member waits for a second until the time for joining is over', () => {
    const story = circle({ join_seconds: 30 });
    story.join('ada');
    expect(story.after(29).deadline()).toBe('not_due');
    expect(story.after(1.5).join('bo')).toBe('too_late');
    expect(story.deadline()).toBe('accepted');
    expect(story.state).toMatchObject({ status: 'closed', closed_reason: 'too_few' });
  });

  it('only the holder writes, once a beat, at the one key of the beat', () => {
    const story = begun();
    const writable = story.mode.writableMessages(story.state, facts('ada'), story.rules, contextOf(0));
    expect(writable).toEqual({ ids: [{ id: 'beat_000001_0001', not_after: at(60) }] });
    expect([story.may('bo'), say(story, 'bo'), say(story, 'dot')]).toEqual([
      'not_your_turn',
      'not_your_turn',
      'not_in_cast',
    ]);
    expect([story.message('ada', 'beat_000002_0001'), story.message('ada', 'turn_000001_0001')]).toEqual([
      'turn_over',
      'turn_over',
    ]);
    expect([say(story), story.may('ada'), say(story)]).toEqual([
      'accepted',
      'already_posted',
      'already_posted',
    ]);
    expect(story.state).toMatchObject({ holder_agent_id: 'ada', last_message_id: 'beat_000001_0001' });
  });

  it('the holder passes to whom it wants, with or without a word', () => {
    const story = begun();
    say(story);
    expect(pass(story.after(10), 'ada', 'cy')).toBe('accepted');
    expect(story.state).toMatchObject({
      beat_id: 'beat_000002',
      holder_agent_id: 'cy',
      holder_expires_at: at(70),
      holder_has_posted: false,
      pass_count: 1,
    });
    expect(story.message('ada', 'beat_000001_0001')).toBe('turn_over');
    expect(pass(story, 'cy', 'ada')).toBe('accepted');
    expect(story.state).toMatchObject({ holder_agent_id: 'ada', pass_count: 2 });
  });

  it('the baton goes only from its holder to another member that is there', () => {
    const story = begun();
    const before = story.state;
    expect([
      pass(story, 'bo', 'cy'),
      pass(story, 'dot', 'ada'),
      pass(story, 'ada', 'ada'),
      pass(story, 'ada', 'stranger'),
      pass(story, 'ada', ''),
      pass(story, 'ada', ['bo']),
      pass(story, 'ada', null),
      story.request('ada', 'pass_to'),
      story.request('ada', 'turn_done', { turn_id: 'beat_000001' }),
    ]).toEqual([
      'not_your_turn',
      'not_in_cast',
      'not_present',
      'not_present',
      'not_present',
      'bad_payload',
      'bad_payload',
      'bad_payload',
      'ignored',
    ]);
    expect(story.state).toBe(before);
  });

  it('a silent holder is away, and the baton goes to the next in the order of joining', () => {
    const story = begun();
    pass(story, 'ada', 'cy');
    expect(story.after(59).deadline()).toBe('not_due');
    expect(story.after(1).deadline()).toBe('accepted');
    expect(story.state).toMatchObject({
      holder_agent_id: 'ada',
      holder_expires_at: at(120),
      pass_count: 1,
      members: [
        { agent_id: 'ada', away: false },
        { agent_id: 'bo', away: false },
        { agent_id: 'cy', away: true },
      ],
    });
    expect([pass(story, 'ada', 'cy'), story.may('cy'), say(story, 'cy')]).toEqual([
      'not_present',
      'not_in_cast',
      'not_in_cast',
    ]);
    expect(story.join('cy')).toBe('accepted');
    expect([pass(story, 'ada', 'cy'), story.may('cy')]).toEqual(['accepted', 'beat_000004_0001']);
  });

  it('a holder who spoke and did not pass is not away, and its baton is passed on', () => {
    const story = begun();
    say(story);
    expect(story.timeOut()).toBe('accepted');
    expect(story.state).toMatchObject({ holder_agent_id: 'bo', pass_count: 1 });
    expect(pass(story, 'bo', 'ada')).toBe('accepted');
  });

  it('a word written in time is heard, one written too late is not', () => {
    const story = begun();
    expect(story.after(61).message('ada', 'beat_000001_0001')).toBe('too_late');
    expect(story.message('ada', 'beat_000001_0001', {}, 60)).toBe('accepted');
  });

  it('a baton that nobody holds waits for the next to come, and not for ever', () => {
    const story = circle({ join_seconds: 100 });
    story.join('ada', 'bo');
    story.timeOut();
    story.timeOut();
    expect(story.state).toMatchObject({
      status: 'open',
      beat_id: null,
      holder_agent_id: null,
      holder_expires_at: null,
      joining_ends_at: at(220),
    });
    expect([story.may('ada'), story.after(10).join('bo')]).toEqual(['not_in_cast', 'accepted']);
    expect(story.state).toMatchObject({
      beat_id: 'beat_000003',
      holder_agent_id: 'bo',
      joining_ends_at: null,
    });
    story.timeOut();
    expect(story.after(99).deadline()).toBe('not_due');
    expect(story.after(1).deadline()).toBe('accepted');
    expect(story.state).toMatchObject({ status: 'closed', closed_reason: 'nobody_left' });
  });

  it('one member alone has nobody to pass to', () => {
    const story = circle();
    story.join('ada', 'bo');
    story.leave('bo');
    expect([say(story), pass(story, 'ada', 'bo')]).toEqual(['accepted', 'not_present']);
    story.timeOut();
    expect(story.state).toMatchObject({
      holder_agent_id: null,
      pass_count: 0,
      members: [{ agent_id: 'ada', away: false }],
    });
    expect([story.join('ada'), story.join('cy'), story.state.holder_agent_id]).toEqual([
      'already_joined',
      'accepted',
      'cy',
    ]);
  });

  it('a holder who leaves or is removed loses the baton at once', () => {
    const story = begun();
    expect(story.leave('ada')).toBe('accepted');
    expect(story.last?.effects).toMatchObject([{ type: 'turn_started', agent_id: 'bo' }]);
    expect([story.remove('cy'), story.remove('stranger'), story.leave('stranger')]).toEqual([
      'accepted',
      'accepted',
      'not_in_cast',
    ]);
    expect(story.state).toMatchObject({ holder_agent_id: 'bo', pass_count: 0 });
    story.remove('bo');
    expect(story.state).toMatchObject({ status: 'open', holder_agent_id: null, members: [] });
    const last = begun();
    pass(last, 'ada', 'cy');
    last.leave('cy');
    expect(last.state.holder_agent_id).toBe('ada');
    const middle = begun();
    pass(middle, 'ada', 'bo');
    middle.leave('bo');
    expect(middle.state.holder_agent_id).toBe('cy');
  });

  it('a full circle takes a new member only in the place of one that is away', () => {
    const story = begun({ cast_max: 3 });
    expect(story.join('dot')).toBe('cast_full');
    story.timeOut();
    expect(story.join('dot')).toBe('accepted');
    expect(story.state.members).toEqual([
      { agent_id: 'bo', away: false },
      { agent_id: 'cy', away: false },
      { agent_id: 'dot', away: false },
    ]);
    expect(story.join('ada')).toBe('cast_full');
  });

  it('the last pass ends the drum', () => {
    const story = begun({ max_passes: 2 });
    pass(story, 'ada', 'bo');
    say(story);
    expect(pass(story, 'bo', 'cy')).toBe('accepted');
    expect(story.last?.effects).toEqual([{ type: 'topic_closed' }]);
    expect(story.state).toMatchObject({
      status: 'closed',
      closed_reason: 'completed',
      pass_count: 2,
      beat_id: null,
      holder_agent_id: null,
      last_message_id: 'beat_000002_0001',
    });
    expect(story.mode.owed(story.state)).toBeUndefined();
  });

  it('where the next is drawn, the message passes the baton to the member that the draw names', () => {
    const story = begun({ pass_policy: 'random', max_passes: 100 });
    const holders = new Set();
    for (let beat = 1; beat <= 40; beat++) {
      const holder = String(story.state.holder_agent_id);
      const order = ['ada', 'bo', 'cy'];
      const others = [...order, ...order].slice(order.indexOf(holder) + 1).slice(0, 2);
      expect(say(story)).toBe('accepted');
      // The three joined with inputs 2 to 4, so that beat 1 is told with input 5.
      expect(story.state.holder_agent_id).toBe(others[pick(randomValue(testSecret, beat + 4), 2)]);
      holders.add(story.state.holder_agent_id);
    }
    expect([holders.size, story.state.pass_count]).toEqual([3, 40]);
    expect(pass(story, String(story.state.holder_agent_id), 'ada')).toBe('pass_is_random');
  });

  it('a draw is asked for only where there is something to draw, and nothing moves without it', () => {
    const story = begun({ pass_policy: 'random' });
    const { mode, rules } = story;
    const asked = (input: Parameters<TurnStory['put']>[0], seconds = 0) => {
      const context = contextOf(seconds);
      const verdict = mode.apply(story.state, input, rules, context).verdict;
      return [mode.facts(story.state, { input }, rules, context), verdict.reason ?? verdict.outcome];
    };
    const key = () => `${story.state.beat_id}_0001`;
    const draw = [{ fact: 'random' }];
    expect(asked(message('ada', key()))).toEqual([draw, 'fact_missing']);
    expect(asked(request('ada', { type: 'leave' }))).toEqual([draw, 'fact_missing']);
    expect(asked({ type: 'deadline' }, 60)).toEqual([draw, 'fact_missing']);
    expect(asked({ type: 'deadline' }, 59)).toEqual([[], 'not_due']);
    expect(asked(message('bo', key()))).toEqual([[], 'not_your_turn']);
    expect(asked(request('bo', { type: 'leave' }))).toEqual([[], 'accepted']);
    story.leave('cy');
    expect(asked(message('ada', key()))).toEqual([[], 'accepted']);
    const manual = begun();
    expect(
      manual.mode.facts(manual.state, { input: { type: 'deadline' } }, manual.rules, contextOf(60)),
    ).toEqual([]);
  });

  it('a lone member whose message is heard leaves the baton to who comes next', () => {
    const story = circle({ pass_policy: 'random' });
    story.join('ada', 'bo');
    story.leave('bo');
    expect(say(story)).toBe('accepted');
    expect(story.state).toMatchObject({ holder_agent_id: null, pass_count: 0 });
    story.join('cy');
    expect(story.state).toMatchObject({ holder_agent_id: 'cy', beat_id: 'beat_000002' });
  });

  it('the secret of the draws is committed to at the start and told at the end', () => {
    const story = begun({ pass_policy: 'random', max_passes: 1 });
    expect(story.mode.startFacts(story.rules, at(0))).toEqual([{ fact: 'random_commitment' }]);
    expect(story.state).toMatchObject({
      random_commitment: randomCommitment(testSecret),
      random_secret: null,
    });
    expect([story.mode.owed(story.state), reveal(story, testSecret)]).toEqual([undefined, 'too_early']);
    say(story);
    expect(story.state).toMatchObject({ status: 'closed', closed_reason: 'completed' });
    expect(story.mode.owed(story.state)).toEqual({ reveal_secret: true });
    expect([reveal(story, 'cd'.repeat(32)), reveal(story, '')]).toEqual(['wrong_secret', 'wrong_secret']);
    expect(story.state.random_secret).toBeNull();
    expect(reveal(story, testSecret)).toBe('accepted');
    expect(story.state).toMatchObject({ status: 'closed', random_secret: testSecret });
    expect([story.mode.owed(story.state), reveal(story, testSecret)]).toEqual([
      undefined,
      'nothing_to_reveal',
    ]);
    expect(circle().mode.startFacts(circle().rules, at(0))).toEqual([]);
    expect(circle().state.random_commitment).toBeNull();
  });

  it('a drum that has ended takes nothing and grants nothing', () => {
    const story = begun();
    story.close();
    expect(story.state).toMatchObject({ closed_reason: 'closed_by_admin' });
    const refused = [story.join('dot'), story.message('ada', 'beat_000001_0001'), pass(story, 'ada', 'bo')];
    expect([...refused, story.deadline(), story.close(), story.remove('ada'), story.leave('bo')]).toEqual(
      Array(7).fill('topic_closed'),
    );
    expect(reveal(story, testSecret)).toBe('nothing_to_reveal');
    expect([story.may('ada'), story.mayRequest('ada')]).toEqual(['topic_closed', 'topic_closed']);
  });

  it('rules of a drum are written out, and bad ones refused', () => {
    const mode = findMode('drum_pass', 1);
    expect(mode?.parseRules({})).toEqual({
      rules: {
        holder_ttl_seconds: 60,
        pass_policy: 'manual',
        max_passes: 30,
        cast_max: 12,
        join_seconds: 600,
      },
    });
    for (const [rules, path] of [
      [{ holder_ttl_seconds: 0 }, 'rules.holder_ttl_seconds'],
      [{ pass_policy: 'clockwise' }, 'rules.pass_policy'],
      [{ max_passes: 0 }, 'rules.max_passes'],
      [{ max_passes: 10_001 }, 'rules.max_passes'],
      [{ cast_max: 1 }, 'rules.cast_max'],
      [{ turn_ttl_seconds: 60 }, 'rules'],
    ] as const) {
      expect([rules, mode?.parseRules(rules)]).toEqual([
        rules,
        { path, problem: expect.stringMatching(/\S/) },
      ]);
    }
  });
});
