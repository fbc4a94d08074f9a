import { describe, expect, it } from 'vitest';
import { findMode } from '../../registry/registry.ts';
import { pick, randomCommitment, randomValue } from '../../shared/random.ts';
import { at, getContext } from '../../testing/alphabet/inputs.ts';
import { message, request } from '../../testing/alphabet/moves.ts';
import type { TurnStory } from '../../testing/stories/turn-story.ts';
import { testSecret } from '../../testing/topics/answer-facts.ts';
import { begun, circle, pass, reveal, say } from './testing/story.ts';

describe('drum_pass', () => {
  it('a message passes the baton to the drawn member', () => {
    const story = begun({ pass_policy: 'random', max_passes: 100 });
    const holders = new Set();
    for (let beat = 1; beat <= 40; beat++) {
      const holder = String(story.state.holder_agent_id);
      const order = ['ada', 'bo', 'cy'];
      const others = [...order, ...order].slice(order.indexOf(holder) + 1).slice(0, 2);
      expect(say(story)).toBe('accepted');
      // The three joined with inputs 2 to 4, so beat 1 starts with input 5.
      expect(story.state.holder_agent_id).toBe(others[pick(randomValue(testSecret, beat + 4), 2)]);
      holders.add(story.state.holder_agent_id);
    }
    expect([holders.size, story.state.pass_count]).toEqual([3, 40]);
    expect(pass(story, String(story.state.holder_agent_id), 'ada')).toBe('pass_is_random');
  });

  it('a draw is requested only where it decides', () => {
    const story = begun({ pass_policy: 'random' });
    const { mode, rules } = story;
    const asked = (input: Parameters<TurnStory['put']>[0], seconds = 0) => {
      const context = getContext(seconds);
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
      manual.mode.facts(manual.state, { input: { type: 'deadline' } }, manual.rules, getContext(60)),
    ).toEqual([]);
  });

  it('a lone member’s accepted message leaves the baton waiting', () => {
    const story = circle({ pass_policy: 'random' });
    story.join('ada', 'bo');
    story.leave('bo');
    expect(say(story)).toBe('accepted');
    expect(story.state).toMatchObject({ holder_agent_id: null, pass_count: 0 });
    story.join('cy');
    expect(story.state).toMatchObject({ holder_agent_id: 'cy', beat_id: 'beat_000002' });
  });

  it('the secret of the draws is committed, then revealed', () => {
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

  it('drum rules are written out, and bad ones refused', () => {
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
