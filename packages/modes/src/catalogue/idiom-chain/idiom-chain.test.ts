import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findMode } from '../../registry/registry.ts';
import { at, contextOf, facts, messageDocument } from '../../testing/alphabet/inputs.ts';
import { message } from '../../testing/alphabet/moves.ts';
import { TurnStory } from '../../testing/stories/turn-story.ts';

const game = (rules = {}) => new TurnStory('idiom_chain', { cast_max: 3, ...rules });

function begun(rules = {}): TurnStory {
  const story = game(rules);
  story.join('ada', 'bo', 'cy');
  return story;
}

/** The speaker says this, with a `meta.idiom` where it is given. */
function say(story: TurnStory, text: string, idiom?: unknown): string {
  const { turn_id, speaker_agent_id } = story.state;
  const meta = idiom === undefined ? {} : { meta: { idiom: idiom as string } };
  return story.message(String(speaker_agent_id), `${turn_id}_0001`, { content: { text }, ...meta });
}

const explanation = (story: TurnStory) => story.last?.verdict.explanation;

describe('idiom_chain', () => {
  it('a game of idioms starts when its cast is full, with no character expected', () => {
    const story = game();
    story.join('ada', 'bo');
    expect([story.may('ada'), story.may('cy')]).toEqual(['not_started', 'not_in_cast']);
    story.after(4).join('cy');
    expect(story.state).toMatchObject({
      turn_id: 'turn_000001',
      speaker_agent_id: 'ada',
      speaker_expires_at: at(64),
      expected_start_char: null,
      last_idiom: null,
      chain_length: 0,
    });
    expect([story.join('dot'), story.join('bo')]).toEqual(['cast_full', 'already_joined']);
  });

  it('a game of idioms starts with two when the time for joining is over', () => {
    const story = game({ join_seconds: 30 });
    story.join('ada', 'bo');
    expect(story.after(29).deadline()).toBe('not_due');
    expect(story.after(1.5).join('cy')).toBe('too_late');
    expect([story.deadline(), story.state.speaker_agent_id]).toEqual(['accepted', 'ada']);
    expect(story.join('cy')).toBe('already_started');
    const alone = game();
    alone.join('ada');
    alone.timeOut();
    expect(alone.state).toMatchObject({ closed_reason: 'too_few', winner_agent_id: null });
  });

  it('each idiom starts with the character the one before ended with', () => {
    const story = begun();
    const idioms = ['一心一意', '意气风发', '发扬光大', '大义灭亲'];
    expect(idioms.map((idiom) => [story.state.speaker_agent_id, say(story, idiom)])).toEqual([
      ['ada', 'accepted'],
      ['bo', 'accepted'],
      ['cy', 'accepted'],
      ['ada', 'accepted'],
    ]);
    expect(story.state).toMatchObject({
      expected_start_char: '亲',
      last_idiom: '大义灭亲',
      chain_length: 4,
      used_idioms: idioms,
      speaker_agent_id: 'bo',
      silent_turns: 0,
    });
  });

  it('an idiom has one key, for its speaker alone, until the turn runs out', () => {
    const story = begun();
    const writable = story.mode.writableMessages(story.state, facts('ada'), story.rules, contextOf(0));
    expect(writable).toEqual({ ids: [{ id: 'turn_000001_0001', not_after: at(60) }] });
    expect([
      story.may('bo'),
      story.say('bo'),
      story.say('dot'),
      story.message('ada', 'turn_000002_0001'),
    ]).toEqual(['not_your_turn', 'not_your_turn', 'not_in_cast', 'turn_over']);
    expect(story.after(61).say('ada', '一心一意')).toBe('too_late');
    expect(story.say('ada', '一心一意', 60)).toBe('accepted');
  });

  it('an idiom with the wrong start is ruled out with both characters named, and costs a strike', () => {
    const story = begun();
    say(story, '一心一意');
    expect(say(story, '风和日丽')).toBe('wrong_start');
    expect(story.last?.verdict).toEqual({
      outcome: 'ruled_out',
      reason: 'wrong_start',
      explanation: '“风和日丽” starts with 风 and has to start with 意.',
    });
    expect(story.last?.effects).toEqual([
      { type: 'turn_started', agent_id: 'cy', turn_id: 'turn_000003', expires_at: at(60) },
    ]);
    expect(story.state).toMatchObject({
      expected_start_char: '意',
      chain_length: 1,
      speaker_agent_id: 'cy',
      cast: [
        { agent_id: 'ada', strikes: 0 },
        { agent_id: 'bo', strikes: 1 },
        { agent_id: 'cy', strikes: 0 },
      ],
    });
  });

  it('an idiom that the chain has already is ruled out', () => {
    const story = begun();
    for (const idiom of ['天下第一', '一马当先', '先天下天']) say(story, idiom);
    expect(say(story, '天下第一')).toBe('repeated');
    expect(explanation(story)).toBe('“天下第一” is in this chain already.');
    expect(say(story, '天下太平')).toBe('accepted');
  });

  const shapes: [text: string, reason: string, explanation?: string][] = [
    ['一心', 'not_an_idiom', '“一心” has 2 characters and an idiom here has 4.'],
    ['一心一意意', 'not_an_idiom', '“一心一意意” has 5 characters and an idiom here has 4.'],
    ['hello', 'not_an_idiom', 'There is no Chinese character in this message.'],
    ['…！', 'not_an_idiom', 'There is no Chinese character in this message.'],
    ['ひらがな', 'not_an_idiom', 'There is no Chinese character in this message.'],
    ['一'.repeat(3000), 'not_an_idiom', `“${'一'.repeat(12)}…” has 3000 characters and an idiom here has 4.`],
    ['「一心一意」！', 'accepted'],
    [' 一 心 一 意 \n', 'accepted'],
    ['My idiom: 一心一意.', 'accepted'],
    ['一\u200b心\ufe00一\u{e0100}意', 'accepted'],
  ];
  it('what is not Chinese characters is left out, and the rest has to have the length of an idiom', () => {
    for (const [text, verdict, sentence] of shapes) {
      const story = begun();
      expect([text, say(story, text), explanation(story)]).toEqual([text, verdict, sentence]);
      expect(explanation(story)?.length ?? 0).toBeLessThanOrEqual(500);
    }
  });

  it('characters beyond the basic plane are one character each', () => {
    const story = begun();
    expect(say(story, '\u{20000}\u{20001}\u{20002}\u{2a6d6}')).toBe('accepted');
    expect(story.state.expected_start_char).toBe('\u{2a6d6}');
    expect(say(story, '\u{2a6d5}一心一')).toBe('wrong_start');
    expect(explanation(story)).toBe(
      '“\u{2a6d5}一心一” starts with \u{2a6d5} and has to start with \u{2a6d6}.',
    );
    expect(say(story, '\u{2a6d6}一心一')).toBe('accepted');
  });

  it('two spellings of one character are the same character', () => {
    const story = begun();
    expect(say(story, '一心一\u{fa10}')).toBe('accepted');
    expect(story.state).toMatchObject({ expected_start_char: '塚', last_idiom: '一心一塚' });
    expect(say(story, '\u{fa10}一心一')).toBe('accepted');
    expect(say(story, '一心一塚')).toBe('repeated');
  });

  const named: [idiom: unknown, used: string | undefined][] = [
    ['一心一意', '一心一意'],
    [' 一心一意！', undefined],
    ['风和日丽', undefined],
    ['', undefined],
    [4, undefined],
    [['一心一意'], undefined],
    [null, undefined],
  ];
  it('meta.idiom says which part of the text is the idiom, where the text has it', () => {
    for (const [idiom, used] of named) {
      const story = begun();
      expect([idiom, say(story, '我说一心一意，好吗', idiom)]).toEqual([
        idiom,
        used === undefined ? 'not_an_idiom' : 'accepted',
      ]);
      expect(story.state.last_idiom).toBe(used ?? null);
    }
  });

  it('rules may allow idioms of other lengths', () => {
    const story = begun({ idiom_length: { min: 3, max: 8 } });
    expect(say(story, '一二')).toBe('not_an_idiom');
    expect(explanation(story)).toBe('“一二” has 2 characters and an idiom here has 3 to 8.');
    expect([say(story, '破天荒'), say(story, '荒一二三四五六七'), say(story, '七上八下')]).toEqual(
      Array(3).fill('accepted'),
    );
  });

  it('where sounds match, a character that sounds like the expected one will do', () => {
    const story = begun({ match_policy: 'same_sound' });
    expect(say(story, '一路顺风')).toBe('accepted');
    expect(say(story, '丰衣足食')).toBe('accepted');
    expect(say(story, '马到成功')).toBe('wrong_start');
    expect(explanation(story)).toBe('“马到成功” starts with 马, which does not sound like 食.');
    const strict = begun();
    say(strict, '一路顺风');
    expect(say(strict, '丰衣足食')).toBe('wrong_start');
  });

  it('where a dictionary is asked, only what it has is an idiom', () => {
    const story = begun({ dictionary: true });
    expect(say(story, '无中生有')).toBe('not_in_dictionary');
    expect(explanation(story)).toBe('“无中生有” is not in the dictionary.');
    expect(say(story, '一心一意')).toBe('accepted');
  });

  it('nothing is looked up that does not decide, and without the answer nothing is decided', () => {
    const story = begun({ match_policy: 'same_sound', dictionary: true });
    const { mode, rules } = story;
    const asked = (agentId: string, text: string, known = {}) => {
      const input = message(agentId, `${story.state.turn_id}_0001`, { content: { text } });
      const context = { ...contextOf(0, agentId), facts: known };
      const verdict = mode.apply(story.state, input, rules, context).verdict;
      return [mode.facts(story.state, { input }, rules, context), verdict.reason ?? verdict.outcome];
    };
    expect(asked('bo', '一路顺风')).toEqual([[], 'not_your_turn']);
    expect(asked('ada', '一路')).toEqual([[], 'not_an_idiom']);
    expect(asked('ada', '一路顺风')).toEqual([[{ fact: 'dictionary', text: '一路顺风' }], 'fact_missing']);
    say(story, '一路顺风');
    const sound = { fact: 'same_sound', first: '风', second: '丰' };
    expect(asked('bo', '丰衣足食')).toEqual([[sound], 'fact_missing']);
    expect(asked('bo', '丰衣足食', { same_sound: { same: false } })).toEqual([[], 'wrong_start']);
    const word = { fact: 'dictionary', text: '丰衣足食' };
    expect(asked('bo', '丰衣足食', { same_sound: { same: true } })).toEqual([[word], 'fact_missing']);
    expect(asked('bo', '风和日丽')).toEqual([[{ fact: 'dictionary', text: '风和日丽' }], 'fact_missing']);
  });

  it('a player who passes or is silent gets a strike', () => {
    const story = begun();
    expect([story.done('bo'), story.done('dot'), story.done('ada', 'turn_000002')]).toEqual([
      'not_your_turn',
      'not_in_cast',
      'turn_over',
    ]);
    expect(story.done('ada')).toBe('accepted');
    expect(story.timeOut()).toBe('accepted');
    expect(story.state).toMatchObject({
      speaker_agent_id: 'cy',
      cast: [
        { agent_id: 'ada', strikes: 1 },
        { agent_id: 'bo', strikes: 1 },
        { agent_id: 'cy', strikes: 0 },
      ],
    });
  });

  it('a player with too many strikes is out, and the last one left has won', () => {
    const story = begun();
    say(story, '一心一意');
    say(story, '风和日丽');
    say(story, '意气风发');
    say(story, '发扬光大');
    expect(say(story, '风和日丽')).toBe('wrong_start');
    expect([story.may('bo'), story.say('bo'), story.leave('bo'), story.join('bo')]).toEqual([
      'not_in_cast',
      'not_in_cast',
      'not_in_cast',
      'already_started',
    ]);
    expect(story.state).toMatchObject({ status: 'open', speaker_agent_id: 'cy' });
    say(story, '大义灭亲');
    say(story, '亲上加亲');
    expect(story.state).toMatchObject({ speaker_agent_id: 'cy', winner_agent_id: null });
    story.timeOut();
    say(story, '亲密无间');
    expect(say(story, '一')).toBe('not_an_idiom');
    expect(story.last?.effects).toEqual([{ type: 'topic_closed' }]);
    expect(story.state).toMatchObject({
      status: 'closed',
      closed_reason: 'completed',
      winner_agent_id: 'ada',
      turn_id: null,
      speaker_agent_id: null,
      cast: [{ agent_id: 'ada', strikes: 0 }],
    });
  });

  it('the chain is complete at its length, and nobody has won alone', () => {
    const story = begun({ max_chain_length: 2 });
    say(story, '一心一意');
    expect(say(story, '意气风发')).toBe('accepted');
    expect(story.last?.effects).toEqual([{ type: 'topic_closed' }]);
    expect(story.state).toMatchObject({ closed_reason: 'completed', chain_length: 2, winner_agent_id: null });
  });

  it('who leaves a game of idioms gives it up to those who stay', () => {
    const story = begun();
    say(story, '一心一意');
    expect(story.leave('bo')).toBe('accepted');
    expect(story.state).toMatchObject({ speaker_agent_id: 'cy', expected_start_char: '意' });
    expect([story.remove('stranger'), story.remove('ada')]).toEqual(['accepted', 'accepted']);
    expect(story.state).toMatchObject({ closed_reason: 'completed', winner_agent_id: 'cy' });
    const other = begun();
    other.leave('cy');
    expect(other.state).toMatchObject({ status: 'open', speaker_agent_id: 'ada', turn_id: 'turn_000001' });
    const early = game();
    early.join('ada');
    expect([early.leave('ada'), early.state.status, early.join('ada')]).toEqual([
      'accepted',
      'open',
      'accepted',
    ]);
  });

  it('a game of idioms in which nobody spoke for two rounds is over', () => {
    const story = begun({ max_strikes: 20 });
    for (let turn = 0; turn < 5; turn++) story.timeOut();
    expect(story.state.status).toBe('open');
    story.timeOut();
    expect(story.state).toMatchObject({ closed_reason: 'nobody_left', winner_agent_id: null });
    const spoken = begun({ max_strikes: 20 });
    for (let turn = 0; turn < 5; turn++) spoken.timeOut();
    say(spoken, 'hm');
    spoken.timeOut();
    expect(spoken.state).toMatchObject({ status: 'open', silent_turns: 1 });
  });

  it('a player whom silence puts out, or who leaves, does not end the game for the others', () => {
    const story = begun();
    for (let turn = 0; turn < 4; turn++) story.timeOut();
    expect(story.state).toMatchObject({ status: 'open', speaker_agent_id: 'bo', silent_turns: 0 });
    expect(say(story, '一心一意')).toBe('accepted');
    const left = begun({ max_strikes: 20 });
    for (let turn = 0; turn < 4; turn++) left.timeOut();
    left.leave('ada');
    left.timeOut();
    expect(left.state).toMatchObject({ status: 'open', silent_turns: 1 });
  });

  it('a game of idioms that has ended takes nothing and grants nothing', () => {
    const story = begun();
    story.close();
    expect(story.state).toMatchObject({ closed_reason: 'closed_by_admin' });
    const refused = [story.join('dot'), story.message('ada', 'turn_000001_0001'), story.leave('ada')];
    expect([...refused, story.deadline(), story.close(), story.remove('ada')]).toEqual(
      Array(6).fill('topic_closed'),
    );
    expect([story.may('ada'), story.mayRequest('ada')]).toEqual(['topic_closed', 'topic_closed']);
  });

  it('whatever is said, the chain holds: each idiom starts where the last one ended, none comes twice', () => {
    const character = fc.constantFrom('风', '意', '\u{20000}', '\u{fa10}', '塚', 'a', '，');
    const text = fc.string({ unit: character, minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.array(text, { maxLength: 60 }), (texts) => {
        const story = begun({ max_strikes: 20, max_chain_length: 200 });
        for (const each of texts) if (story.state.status === 'open') say(story, each);
        const used = story.state.used_idioms as string[];
        expect(new Set(used).size).toBe(used.length);
        expect(story.state.chain_length).toBe(used.length);
        used.forEach((idiom, index) => {
          expect(Array.from(idiom)).toHaveLength(4);
          expect(idiom).toMatch(/^\p{Script=Han}+$/u);
          if (index > 0) expect(Array.from(idiom)[0]).toBe(Array.from(used[index - 1] ?? '').at(-1));
        });
        expect(story.mode.parseState(story.state)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('a message of a shape that no schema lets through breaks nothing in a game of idioms', () => {
    for (const fields of [
      { content: null },
      { content: { text: 5 } },
      { content: [] },
      { meta: 'idiom' },
      { meta: null },
    ]) {
      const story = begun();
      const document = { ...messageDocument('ada', 'turn_000001_0001'), ...fields } as never;
      const input = {
        type: 'message',
        agent_id: 'ada',
        message_id: 'turn_000001_0001',
        message: document,
      } as const;
      expect([fields, story.put(input)]).toEqual([fields, 'not_an_idiom']);
    }
  });

  it('rules of a game of idioms are written out, and bad ones refused', () => {
    const mode = findMode('idiom_chain', 1);
    expect(mode?.parseRules({})).toEqual({
      rules: {
        cast_max: 6,
        turn_ttl_seconds: 60,
        max_chain_length: 50,
        match_policy: 'last_char_to_first_char',
        idiom_length: { min: 4, max: 4 },
        dictionary: false,
        max_strikes: 2,
        join_seconds: 600,
      },
    });
    for (const [rules, path] of [
      [{ cast_max: 1 }, 'rules.cast_max'],
      [{ max_chain_length: 201 }, 'rules.max_chain_length'],
      [{ match_policy: 'any' }, 'rules.match_policy'],
      [{ idiom_length: { min: 2 } }, 'rules.idiom_length.min'],
      [{ idiom_length: { max: 13 } }, 'rules.idiom_length.max'],
      [{ idiom_length: { min: 5 } }, 'rules.idiom_length'],
      [{ idiom_length: 4 }, 'rules.idiom_length'],
      [{ dictionary: 'yes' }, 'rules.dictionary'],
      [{ max_strikes: 0 }, 'rules.max_strikes'],
      [{ theme: 'x' }, 'rules'],
    ] as const) {
      expect([rules, mode?.parseRules(rules)]).toEqual([
        rules,
        { path, problem: expect.stringMatching(/\S/) },
      ]);
    }
  });
});
